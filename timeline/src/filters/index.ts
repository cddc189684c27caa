import type { Filter } from './filter.ts';

/** All filters, in the order of the list of names. */
export const FILTERS: readonly Filter[] = [
  // The image as it is.
  { preset: 'none', grade: {} },
  // More contrast and colour.
  { preset: 'boost', grade: { contrast: 0.2, saturation: 0.3 } },
  // More contrast.
  { preset: 'contrast', grade: { contrast: 0.35 } },
  // Little colour, a little flat.
  { preset: 'muted', grade: { saturation: -0.45, contrast: -0.1 } },
  // Half a stop darker.
  { preset: 'darken', grade: { exposure: -0.5 } },
  // Half a stop brighter.
  { preset: 'lighten', grade: { exposure: 0.5 } },
  // No colour.
  { preset: 'grayscale', grade: { saturation: -1 } },
  // Every channel inverted.
  {
    preset: 'negative',
    grade: {
      curves: {
        master: [
          [0, 1],
          [1, 0],
        ],
      },
    },
  },
  // Brown as old prints: no colour, then amber by the wheels.
  {
    preset: 'sepia',
    grade: {
      saturation: -1,
      contrast: -0.05,
      wheels: {
        shadows: { hue: 30, amount: 0.18 },
        midtones: { hue: 35, amount: 0.28 },
        highlights: { hue: 42, amount: 0.14 },
      },
    },
  },
  // Warm daylight.
  { preset: 'warm', grade: { temperature: 0.3 } },
  // Cold daylight.
  { preset: 'cool', grade: { temperature: -0.3 } },
  // Dull colours brought out.
  { preset: 'vivid', grade: { vibrance: 0.4 } },
  // Black washed out, flat.
  { preset: 'faded', grade: { blacks: 0.25, contrast: -0.2 } },
  // Faded, warm and grainy.
  {
    preset: 'vintage',
    grade: { blacks: 0.25, contrast: -0.2, temperature: 0.3 },
    effects: [{ type: 'grain', params: { amount: 0.2 } }],
  },
  // Hard black and white with dark corners.
  {
    preset: 'noir',
    grade: { saturation: -1, contrast: 0.5 },
    effects: [{ type: 'vignette', params: { amount: 0.5 } }],
  },
  // Neutral black and white.
  { preset: 'mono', grade: { saturation: -1, contrast: 0.05 } },
  // An S-curve, deeper shadows, a little less colour.
  {
    preset: 'cinematic',
    grade: {
      shadows: -0.1,
      saturation: -0.1,
      curves: {
        master: [
          [0, 0],
          [0.25, 0.2],
          [0.5, 0.5],
          [0.75, 0.8],
          [1, 1],
        ],
      },
    },
  },
  // Teal shadows, orange highlights.
  {
    preset: 'teal-orange',
    grade: { wheels: { shadows: { hue: 185, amount: 0.25 }, highlights: { hue: 32, amount: 0.22 } } },
  },
  // Silver left in the film: half the saturation, and the luma blended over itself, as a curve.
  {
    preset: 'bleach-bypass',
    grade: {
      saturation: -0.5,
      curves: {
        master: [
          [0, 0],
          [0.25, 0.1875],
          [0.5, 0.5],
          [0.75, 0.8125],
          [1, 1],
        ],
      },
    },
  },
  // Low sun: very warm, softer highlights.
  { preset: 'golden-hour', grade: { temperature: 0.45, highlights: -0.1 } },
  // A day shot made night.
  { preset: 'day-for-night', grade: { exposure: -1.2, temperature: -0.5 } },
  // Light, soft colours: half a stop, since less contrast takes white down by as much.
  { preset: 'pastel', grade: { contrast: -0.25, exposure: 0.5, saturation: -0.2 } },
  // A projection print: a soft shoulder, a lifted toe, colour between the channels, grain.
  {
    preset: 'film-print',
    grade: {
      curves: {
        master: [
          [0, 0.02],
          [0.25, 0.22],
          [0.5, 0.52],
          [0.75, 0.78],
          [1, 0.96],
        ],
        red: [
          [0, 0],
          [0.5, 0.51],
          [1, 1],
        ],
        blue: [
          [0, 0.02],
          [0.5, 0.49],
          [1, 0.97],
        ],
      },
    },
    effects: [{ type: 'grain', params: { amount: 0.15 } }],
  },
  // Developed in the wrong chemicals: green shadows, yellow highlights.
  {
    preset: 'cross-process',
    grade: { contrast: 0.15, wheels: { shadows: { hue: 140, amount: 0.2 }, highlights: { hue: 55, amount: 0.2 } } },
  },
];
