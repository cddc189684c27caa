import { colourTable } from '../grade/colour-table.ts';
import { defineEffect } from './define-effect.ts';
import { share } from './params.ts';

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
