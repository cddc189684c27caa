import { roomBeyond } from './beyond.ts';
import { black, white } from './css-colour.ts';
import { defineEffect } from './define-effect.ts';
import { number, share } from './params.ts';

export const vignette = defineEffect({
  type: 'vignette',
  description: 'Dark corners, as of an old lens.',
  params: {
    amount: number(0.5, -1, 1, 'Darkness of the corners; below 0 they grow light. -1 to 1.'),
    midpoint: share(0.5, 'Where the falloff is half done, from the middle (0) to the corners (1).'),
    roundness: share(0, 'Shape: 0 the oval of the picture, 1 a circle.'),
    feather: share(0.65, 'Softness of the falloff.'),
  },
  graph: (input, { amount, midpoint, roundness, feather }, moment) => {
    if (amount === 0) return input;
    const { width, height } = moment;
    // Ellipse or circle through the corners.
    const circle = Math.hypot(width, height) / 2;
    const radiusX = (width / Math.SQRT2) * (1 - roundness) + circle * roundness;
    const radiusY = (height / Math.SQRT2) * (1 - roundness) + circle * roundness;
    const inner = midpoint * (1 - feather);
    const outer = Math.max(inner + 1e-3, midpoint + feather * 0.75);
    const colour = amount > 0 ? black : white;
    const centre = { centerX: width / 2, centerY: height / 2 };
    const pattern = { type: 'radial', ...centre, radiusX, radiusY, inner, outer } as const;
    const over = { kind: 'pattern', colour, pattern, room: roomBeyond(moment) } as const;
    return { kind: 'composite', over, under: input, blend: 'normal', opacity: Math.abs(amount), atop: true };
  },
});
