import { expect, it } from 'vitest';
import type { Clip } from './clip.ts';
import { CLIP_DEFAULTS } from './clip-defaults.ts';
import { clipSources } from './clip-sources.ts';

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

it('names none where none is named', () => {
  expect(clipSources({ ...clip, type: 'text', src: '', mask: { shape: 'circle' } })).toEqual([]);
});
