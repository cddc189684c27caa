import { colourTable } from '../grade/colour-table.ts';
import { defineEffect } from './define-effect.ts';
import { number } from './params.ts';

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
