import { SAMPLE_RATE } from '../audio-format.ts';
import { createDelayLine } from '../dsp/delay-line.ts';
import type { ProcessorDefinition } from './processor.ts';

/**
 * Echoes with delays of whole samples. Echo n is n times `timeMs` late and has a level of `feedback` to the power of n
 * - 1.
 */
export const delay: ProcessorDefinition = {
  type: 'delay',
  create(param) {
    const samples = Math.max(1, Math.round((param('timeMs') * SAMPLE_RATE) / 1_000));
    const feedback = param('feedback');
    const mix = param('mix');
    const lines = [createDelayLine(samples), createDelayLine(samples)] as const;
    return {
      latency: 0,
      process(block, count) {
        for (const [side, line] of [
          [block.left, lines[0]],
          [block.right, lines[1]],
        ] as const) {
          for (let i = 0; i < count; i++) {
            const dry = side[i] ?? 0;
            const echo = line.read(samples - 1);
            line.write(dry + feedback * echo);
            side[i] = dry + mix * (echo - dry);
          }
        }
      },
    };
  },
};
