import { bendEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { number, oneOf } from './params.ts';

export const mirror = defineEffect({
  type: 'mirror',
  description:
    'One half mirrored onto the other; where the mirror image ends, the picture goes on mirrored at its edge.',
  params: {
    axis: oneOf(['x', 'y'], 'x', 'The left half onto the right (x) or the upper onto the lower (y).'),
    offset: number(0, -0.5, 0.5, 'Where the mirror stands, from the middle. Share of the side, -0.5 to 0.5.'),
  },
  graph: (input, { axis, offset }, moment) => {
    const at = (0.5 + offset) * (axis === 'x' ? moment.width : moment.height);
    return { kind: 'remap', of: input, field: { kind: 'mirror', axis, at }, edge: bendEdge(moment) };
  },
});
