import { bendEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { number, oneOf, pixels } from './params.ts';

export const wave = defineEffect({
  type: 'wave',
  description: 'The picture sways in waves.',
  params: {
    amplitude: pixels(12, 0, 500, 'How far it sways.'),
    wavelength: pixels(160, 4, 4000, 'Length of a wave.'),
    speed: number(1, -20, 20, 'How fast the waves pass. Waves a second; below 0 the other way.'),
    axis: oneOf(['x', 'y'], 'x', 'Sways sideways (x) or up and down (y).'),
  },
  graph: (input, { amplitude, wavelength, speed, axis }, moment) => {
    if (amplitude === 0) return input;
    const turns = moment.timeSec * speed;
    const field = {
      kind: 'wave',
      axis,
      amplitude: amplitude * moment.scale,
      wavelength: wavelength * moment.scale,
      phase: turns - Math.floor(turns),
    } as const;
    return { kind: 'remap', of: input, field, edge: bendEdge(moment) };
  },
});
