import { roomBeyond } from './beyond.ts';
import { black } from './css-colour.ts';
import { defineEffect } from './define-effect.ts';
import { pixels, share } from './params.ts';

export const scanlines = defineEffect({
  type: 'scanlines',
  description: 'The dark lines of an old screen.',
  params: {
    spacing: pixels(4, 2, 200, 'Distance of the lines; half of it is dark.'),
    intensity: share(0.3, 'Darkness of the lines.'),
  },
  graph: (input, { spacing, intensity }, moment) => {
    if (intensity === 0) return input;
    const pattern = { type: 'lines', spacing: spacing * moment.scale, share: 0.5, angle: 0 } as const;
    const over = { kind: 'pattern', colour: black, pattern, room: roomBeyond(moment) } as const;
    return { kind: 'composite', over, under: input, blend: 'normal', opacity: intensity, atop: true };
  },
});
