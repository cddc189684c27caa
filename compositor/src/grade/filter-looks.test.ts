import { applyCommands, CLIP_DEFAULTS, type Clip, createDocument, VOCABULARY } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { catalogue } from '../capabilities/index.ts';
import { lumaOf, type Rgb } from './colour-table.ts';
import { gradeTable } from './grade-table.ts';
import { sampleTable } from './sample-table.ts';

const dark: Rgb = [0.15, 0.15, 0.15];
const grey: Rgb = [0.5, 0.5, 0.5];
const bright: Rgb = [0.85, 0.85, 0.85];
const skin: Rgb = [0.78, 0.55, 0.43];
const dull: Rgb = [0.45, 0.5, 0.48];

const colour = ([r, g, b]: Rgb) => Math.max(r, g, b) - Math.min(r, g, b);
const warmth = ([r, , b]: Rgb) => r - b;
const range = (look: (rgb: Rgb) => Rgb) => lumaOf(...look([0.75, 0.75, 0.75])) - lumaOf(...look([0.25, 0.25, 0.25]));

/** Checks of what each filter visibly does to a few colours, by filter. */
const seen: Record<string, (look: (rgb: Rgb) => Rgb) => void> = {
  none: (look) => expect(look(skin)).toEqual(skin),
  boost: (look) => {
    expect(colour(look(skin))).toBeGreaterThan(colour(skin) * 1.25);
    expect(range(look)).toBeGreaterThan(0.55);
  },
  contrast: (look) => expect(range(look)).toBeGreaterThan(0.6),
  muted: (look) => expect(colour(look(skin))).toBeLessThan(colour(skin) * 0.6),
  darken: (look) => expect(lumaOf(...look(grey))).toBeLessThan(0.45),
  lighten: (look) => expect(lumaOf(...look(grey))).toBeGreaterThan(0.55),
  grayscale: (look) => expect(colour(look(skin))).toBeLessThan(0.01),
  negative: (look) => expect(look([0.2, 0.6, 1])).toEqual([0.8, 0.4, 0].map((value) => expect.closeTo(value, 2))),
  sepia: (look) => {
    const [r, g, b] = look(grey);
    expect(r).toBeGreaterThan(g + 0.05);
    expect(g).toBeGreaterThan(b + 0.1);
    expect(lumaOf(...look([0, 0, 0]))).toBeLessThan(0.03);
  },
  warm: (look) => expect(warmth(look(grey))).toBeGreaterThan(0.06),
  cool: (look) => expect(warmth(look(grey))).toBeLessThan(-0.06),
  vivid: (look) => expect(colour(look(dull))).toBeGreaterThan(colour(dull) * 1.4),
  faded: (look) => {
    expect(lumaOf(...look([0, 0, 0]))).toBeGreaterThan(0.1);
    expect(range(look)).toBeLessThan(0.42);
  },
  vintage: (look) => {
    expect(lumaOf(...look([0, 0, 0]))).toBeGreaterThan(0.1);
    expect(warmth(look(grey))).toBeGreaterThan(0.05);
  },
  noir: (look) => {
    expect(colour(look(skin))).toBeLessThan(0.01);
    expect(range(look)).toBeGreaterThan(0.65);
  },
  mono: (look) => {
    expect(colour(look(skin))).toBeLessThan(0.01);
    expect(Math.abs(range(look) - 0.5)).toBeLessThan(0.06);
  },
  cinematic: (look) => {
    expect(range(look)).toBeGreaterThan(0.55);
    expect(lumaOf(...look(dark))).toBeLessThan(0.13);
  },
  'teal-orange': (look) => {
    expect(warmth(look(dark))).toBeLessThan(-0.1);
    expect(warmth(look(bright))).toBeGreaterThan(0.1);
  },
  'bleach-bypass': (look) => {
    expect(colour(look(skin))).toBeLessThan(colour(skin) * 0.75);
    expect(range(look)).toBeGreaterThan(0.6);
  },
  'golden-hour': (look) => expect(warmth(look(grey))).toBeGreaterThan(0.12),
  'day-for-night': (look) => {
    expect(lumaOf(...look(grey))).toBeLessThan(0.38);
    expect(warmth(look(grey))).toBeLessThan(-0.06);
  },
  pastel: (look) => {
    expect(lumaOf(...look(skin))).toBeGreaterThan(lumaOf(...skin) + 0.02);
    expect(colour(look(skin))).toBeLessThan(colour(skin));
  },
  'film-print': (look) => {
    expect(lumaOf(...look([1, 1, 1]))).toBeLessThan(0.98);
    expect(lumaOf(...look([0, 0, 0]))).toBeGreaterThan(0.01);
  },
  'cross-process': (look) => {
    const [r, g, b] = look(dark);
    expect(g).toBeGreaterThan(Math.max(r, b) + 0.05);
    const [red, green, blue] = look(bright);
    expect(Math.min(red, green)).toBeGreaterThan(blue + 0.08);
  },
};

test.each([...VOCABULARY.filterPreset])('%s looks as its name says', (preset) => {
  const saw = seen[preset];
  if (!saw) throw new Error(`Nobody has said what ${preset} looks like.`);
  const table = gradeTable(filtered(preset).grade ?? {}, null);
  saw((rgb) => {
    const out: Rgb = [...rgb];
    if (table) sampleTable(table, ...rgb, out);
    return out;
  });
});

test('vintage and film-print bring grain, noir dark corners, no other anything', () => {
  const brought = Object.fromEntries(
    VOCABULARY.filterPreset.map((preset) => [preset, filtered(preset).effects?.map(({ type }) => type)]),
  );
  const some = Object.entries(brought).filter(([, effects]) => effects !== undefined);
  expect(Object.fromEntries(some)).toEqual({ vintage: ['grain'], noir: ['vignette'], 'film-print': ['grain'] });
});

function filtered(preset: string): Clip {
  const clip: Clip = {
    ...CLIP_DEFAULTS,
    id: 'c',
    type: 'video',
    trackIndex: 0,
    start: 0,
    duration: 2,
    mediaDuration: 2,
  };
  const context = { newId: () => 'new', catalogue, media: () => null };
  const { document, results } = applyCommands(
    { ...createDocument(), clips: [clip] },
    [{ op: 'applyFilter', clipId: 'c', preset }],
    context,
  );
  expect(results[0]?.error).toBeUndefined();
  const [changed] = document.clips;
  if (!changed) throw new Error('The clip is gone.');
  return changed;
}
