import { defineEffect } from './define-effect.ts';
import { angle, number } from './params.ts';

export const kaleidoscope = defineEffect({
  type: 'kaleidoscope',
  description: 'A wedge of the picture, mirrored around the middle.',
  params: {
    segments: number(6, 2, 24, 'Wedges around the middle. 2-24, whole.'),
    angle: angle(0, 'Turn of the wedge that is shown.'),
  },
  graph: (input, { segments, angle }, { width, height }) => {
    const field = {
      kind: 'kaleidoscope',
      segments: Math.round(segments),
      angle,
      centerX: width / 2,
      centerY: height / 2,
    } as const;
    return { kind: 'remap', of: input, field, edge: 'mirror' };
  },
});
