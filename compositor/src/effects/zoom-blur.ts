import { blurEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { share } from './params.ts';

export const zoomBlur = defineEffect({
  type: 'zoom-blur',
  description: 'Smeared towards a point, as if the camera had zoomed.',
  params: {
    amount: share(0.3, 'How far each pixel is smeared on the way to the centre.'),
    centerX: share(0.5, 'The centre across: 0 left, 1 right.'),
    centerY: share(0.5, 'The centre down: 0 top, 1 bottom.'),
  },
  graph: (input, { amount, centerX, centerY }, moment) => {
    if (amount === 0) return input;
    const centre = { centerX: centerX * moment.width, centerY: centerY * moment.height };
    return { kind: 'blur', of: input, edge: blurEdge(moment), shape: { type: 'radial', amount, ...centre } };
  },
});
