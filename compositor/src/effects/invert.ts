import { colourTable } from '../grade/colour-table.ts';
import { defineEffect } from './define-effect.ts';
import { share } from './params.ts';

// Of the whole line: a negative is straight, so two points would do, and 33 cost nothing more.
const negative = colourTable('invert', 33, (rgb) => {
  for (let channel = 0; channel < 3; channel++) rgb[channel] = 1 - (rgb[channel] ?? 0);
});

export const invert = defineEffect({
  type: 'invert',
  description: 'A negative.',
  params: { amount: share(1, 'Strength; 0.5 is plain grey.') },
  picture: (input, { amount }) =>
    amount === 0 ? input : { kind: 'lut', of: input, table: negative, intensity: amount },
});
