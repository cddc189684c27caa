import { roomBeyond } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { share } from './params.ts';
import { mixIntegers } from './seeded-random.ts';

export const grain = defineEffect({
  type: 'grain',
  description: 'Film grain, new in every frame, strongest in middle tones.',
  params: {
    amount: share(0.2, 'Strength of the grain.'),
    size: share(0.25, 'Size of a grain: 0 is one pixel, 1 is five.'),
    roughness: share(0.5, 'How unlike its neighbours each grain is.'),
  },
  graph: (input, { amount, size, roughness }, moment) => {
    if (amount === 0) return input;
    const { scale, seed, frame } = moment;
    const cell = Math.max(1, (1 + 4 * size) * scale);
    const over = {
      kind: 'noise',
      seed: mixIntegers(seed, frame),
      size: cell,
      amount: amount * strongest,
      roughness,
      monochrome: true,
      room: roomBeyond(moment),
    } as const;
    return { kind: 'composite', over, under: input, blend: 'overlay', opacity: 1, atop: true };
  },
});

/** Noise at full amount: more would look like a damaged image instead of film. */
const strongest = 0.75;
