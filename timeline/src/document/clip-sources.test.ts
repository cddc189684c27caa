import { expect, it } from 'vitest';
import { type Clip, ClipSchema } from './clip.ts';
import { CLIP_DEFAULTS } from './clip-fields.ts';
import { CLIP_SOURCE_POSITIONS, clipSources } from './clip-sources.ts';
import { type SourcePosition, sourcePositions } from './sources.ts';

const clip: Clip = { ...CLIP_DEFAULTS, id: 'c', type: 'video', trackIndex: 0, start: 0, duration: 1, mediaDuration: 1 };

it('names the sources of a clip, its mask and its looks, each once', () => {
  const lut = { id: 'e', type: 'lut', enabled: false, params: { src: 'look.cube', intensity: 1 } } as const;
  const all: Clip = {
    ...clip,
    src: 'film',
    mask: { shape: 'image', src: 'film' },
    grade: { lut: { src: 'look.cube' } },
    effects: [lut, { ...lut, id: 'f', params: { src: 'other.cube' } }],
  };
  expect(clipSources(all)).toEqual([
    { src: 'film', use: 'clip' },
    { src: 'film', use: 'mask' },
    { src: 'look.cube', use: 'lut' },
    { src: 'other.cube', use: 'lut' },
  ]);
});

it('names the fonts of a text, of its spans and of a mask, bundled families aside', () => {
  const [own, ofSpan, ofMask] = [`med_${'a'.repeat(32)}`, '/uploads/med_b.woff2', './brand.otf'];
  const textStyle = {
    content: 'Hello',
    fontFamily: own,
    spans: [
      { start: 0, end: 1, fontFamily: ofSpan },
      { start: 1, end: 2, fontFamily: 'Inter' },
      { start: 2, end: 3, fontFamily: own },
    ],
  };
  const mask = { shape: 'text', text: 'Hi', fontFamily: ofMask } as const;
  const fonts = [own, ofSpan, ofMask].map((src) => ({ src, use: 'font' }));
  expect(clipSources({ ...clip, type: 'text', src: '', textStyle, mask })).toEqual(fonts);
  const plain = { content: 'Hello', fontFamily: 'Medium Sans' };
  expect(clipSources({ ...clip, type: 'text', src: '', textStyle: plain })).toEqual([]);
});

it('names what is switched off, or is of no use to the shape of a mask: it is checked wherever it stands', () => {
  const mask = { shape: 'star', src: 'film', fontFamily: './brand.otf' } as const;
  expect(clipSources({ ...clip, type: 'text', src: '', mask })).toEqual([
    { src: 'film', use: 'mask' },
    { src: './brand.otf', use: 'font' },
  ]);
});

it('knows every position that the schema of a clip marks', () => {
  const named = ({ path, use }: SourcePosition) => `${path.join('.')} ${use}`;
  expect(CLIP_SOURCE_POSITIONS.map(named).sort()).toEqual(sourcePositions(ClipSchema).map(named).sort());
});

it('names none where none is named', () => {
  expect(clipSources({ ...clip, type: 'text', src: '', mask: { shape: 'circle' } })).toEqual([]);
});
