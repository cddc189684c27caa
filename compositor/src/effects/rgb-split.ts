import { blurEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { angle, pixels } from './params.ts';
import { splitChannels } from './split-channels.ts';

export const rgbSplit = defineEffect({
  type: 'rgb-split',
  description: 'Colour fringes: red and blue drawn apart.',
  params: {
    amount: pixels(8, 0, 200, 'How far red and blue move, each its own way.'),
    angle: angle(0, 'Where red moves.'),
  },
  graph: (input, { amount, angle }, moment) => {
    if (amount === 0) return input;
    const reach = amount * moment.scale;
    const radians = (angle * Math.PI) / 180;
    return splitChannels(input, reach * Math.cos(radians), reach * Math.sin(radians), blurEdge(moment));
  },
});
