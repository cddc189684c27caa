import { blurEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { angle, pixels } from './params.ts';

export const motionBlur = defineEffect({
  type: 'motion-blur',
  description: 'Smeared along a line, as if the camera had moved.',
  params: {
    distance: pixels(24, 0, 500, 'Length of the smear.'),
    angle: angle(0, 'Its direction, 0: sideways.'),
  },
  graph: (input, { distance, angle }, moment) => {
    if (distance === 0) return input;
    const shape = { type: 'directional', length: distance * moment.scale, angle } as const;
    return { kind: 'blur', of: input, edge: blurEdge(moment), shape };
  },
});
