import { blurEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { pixels } from './params.ts';

export const blur = defineEffect({
  type: 'blur',
  description: 'Out of focus: a Gaussian blur.',
  params: { radius: pixels(12, 0, 200, 'Standard deviation of the Gaussian, as in the CSS filter blur().') },
  css: ({ radius }) => `blur(${radius}px)`,
  graph: (input, { radius }, moment) => {
    const sigma = radius * moment.scale;
    if (sigma === 0) return input;
    return {
      kind: 'blur',
      of: input,
      edge: blurEdge(moment),
      shape: { type: 'gaussian', sigmaX: sigma, sigmaY: sigma },
    };
  },
});
