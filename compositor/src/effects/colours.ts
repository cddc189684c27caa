import { FramemillError } from '@framemill/timeline/rendering';
import { Type } from '@framemill/timeline/typebox';
import { colourTable, lumaOf } from '../grade/colour-table.ts';
import { colour, colourOrAuto, cssColour, defineEffect, flag, number, share } from './define-effect.ts';

export const posterize = defineEffect({
  type: 'posterize',
  description: 'Few tones: each channel in steps.',
  params: { levels: number(6, 2, 32, 'Steps of each channel. 2-32, whole.') },
  graph: (input, { levels }) => {
    const steps = Math.round(levels);
    // 65 points: between two steps the table still has a slope, of four 8-bit levels at this size.
    const table = colourTable(`posterize ${steps}`, 65, (rgb) => {
      for (let channel = 0; channel < 3; channel++) {
        const step = Math.min(steps - 1, Math.floor((rgb[channel] ?? 0) * steps));
        rgb[channel] = step / (steps - 1);
      }
    });
    return { kind: 'lut', of: input, table, intensity: 1 };
  },
});

export const duotone = defineEffect({
  type: 'duotone',
  description: 'Two inks: one for the dark tones, one for the bright ones.',
  params: {
    shadowColor: colour('#1b1464', 'Colour of black.'),
    highlightColor: colour('#ffd166', 'Colour of white.'),
    mix: share(1, 'Strength: 0 leaves the colours.'),
  },
  graph: (input, { shadowColor, highlightColor, mix }) => {
    if (mix === 0) return input;
    const dark = cssColour(shadowColor);
    const light = cssColour(highlightColor);
    // Linear along luma: a table of two points a side is exact and costs less than a larger one.
    const table = colourTable(`duotone ${JSON.stringify([dark, light])}`, 2, (rgb) => {
      const luma = lumaOf(rgb[0], rgb[1], rgb[2]);
      rgb[0] = dark.r + (light.r - dark.r) * luma;
      rgb[1] = dark.g + (light.g - dark.g) * luma;
      rgb[2] = dark.b + (light.b - dark.b) * luma;
    });
    return { kind: 'lut', of: input, table, intensity: mix };
  },
});

// A negative is linear: a table of two points a side is exact and costs less than a larger one.
const negative = colourTable('invert', 2, (rgb) => {
  for (let channel = 0; channel < 3; channel++) rgb[channel] = 1 - (rgb[channel] ?? 0);
});

export const invert = defineEffect({
  type: 'invert',
  description: 'A negative.',
  params: { amount: share(1, 'Strength; 0.5 is plain grey.') },
  css: ({ amount }) => `invert(${amount})`,
  graph: (input, { amount }) => (amount === 0 ? input : { kind: 'lut', of: input, table: negative, intensity: amount }),
});

export const lut = defineEffect({
  type: 'lut',
  description: 'A look from a .cube file.',
  params: {
    src: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The .cube file: a media id or URL, as of a clip.',
      'x-source': 'lut',
    }),
    intensity: share(1, 'Strength of the look.'),
  },
  graph: (input, { src, intensity }, { luts }) => {
    if (intensity === 0) return input;
    const table = luts?.get(src);
    if (table) return { kind: 'lut', of: input, table, intensity };
    throw new FramemillError(
      'not_found',
      `The effect "lut" uses the .cube file "${src}", which is not media of the render. Upload it and set src.`,
      { src },
    );
  },
});

export const chromaKey = defineEffect({
  type: 'chroma-key',
  description:
    'Makes a colour transparent, as of a green screen. `similarity` is a distance between hues and strengths of ' +
    'colour, whatever the brightness: full green #00ff00 is 0.37 from grey, the green of painted screens ' +
    '(#28b232) 0.19. What the subject has of such colours must lie beyond `similarity` + `smoothness`.',
  params: {
    color: colourOrAuto('auto', 'The colour that becomes transparent.'),
    similarity: share(0.1, 'How far from the colour still counts.'),
    smoothness: share(0.08, 'Softness of the edge, beyond `similarity`.'),
    spill: share(0.1, 'How much of the colour is taken out of what remains.'),
  },
  graph: (input, { color, ...shares }) => ({
    kind: 'key',
    of: input,
    key: { type: 'chroma', colour: color === 'auto' ? 'corners' : cssColour(color), ...shares },
  }),
});

export const lumaKey = defineEffect({
  type: 'luma-key',
  description: 'Makes a brightness transparent; black as it is set.',
  params: {
    threshold: share(0, 'The brightness that becomes transparent.'),
    tolerance: share(0.1, 'How far from it still counts.'),
    softness: share(0.1, 'Softness of the edge.'),
    invert: flag(false, 'Keeps that brightness and makes all else transparent.'),
  },
  graph: (input, params) => ({ kind: 'key', of: input, key: { type: 'luma', ...params } }),
});
