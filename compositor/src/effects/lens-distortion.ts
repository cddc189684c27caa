import { bendEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { number } from './params.ts';

export const lensDistortion = defineEffect({
  type: 'lens-distortion',
  description: 'Bent as by a lens; the picture still fills its box.',
  params: {
    amount: number(0.3, -1, 1, 'Above 0 it bulges (barrel, fisheye), below 0 it is pinched (pincushion). -1 to 1.'),
  },
  graph: (input, { amount }, moment) => {
    if (amount === 0) return input;
    const field = {
      kind: 'lens',
      amount: amount > 0 ? amount : amount * pinchAtFull,
      centerX: moment.width / 2,
      centerY: moment.height / 2,
      // Keeps the corners in place when the image bulges, instead of moving them inwards.
      zoom: amount > 0 ? 1 + amount : 1,
    } as const;
    return { kind: 'remap', of: input, field, edge: bendEdge(moment) };
  },
});

/** Maximum strength: from a third on, r (1 + a r^2) decreases again inside the image. */
const pinchAtFull = 0.33;
