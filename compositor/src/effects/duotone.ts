import { colourTable, lumaOf } from '../grade/colour-table.ts';
import { cssColour } from './css-colour.ts';
import { defineEffect } from './define-effect.ts';
import { colour, share } from './params.ts';

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
