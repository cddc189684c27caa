import { blurEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { number, pixels } from './params.ts';

export const sharpen = defineEffect({
  type: 'sharpen',
  description: 'Crisper edges: an unsharp mask.',
  params: {
    amount: number(0.6, 0, 3, 'How much of the difference from a blurred copy is added. 0-3.'),
    radius: pixels(1, 0.1, 50, 'Standard deviation of that blur: the width of the edges.'),
  },
  graph: (input, { amount, radius }, moment) => {
    if (amount === 0) return input;
    const sigma = radius * moment.scale;
    const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
    const soft = { kind: 'blur', of: input, edge: blurEdge(moment), shape } as const;
    // With the opacity of the image: otherwise the copy, thinner near an outline, would leave a bright rim inside it.
    const even = { kind: 'composite', over: soft, under: input, blend: 'normal', opacity: 1, atop: true } as const;
    return { kind: 'sum', a: input, b: even, k1: 0, k2: 1 + amount, k3: -amount, k4: 0 };
  },
});
