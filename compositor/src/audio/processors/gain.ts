import { gainOfDb } from '../dsp/decibels.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Level change by a constant gain. */
export const gain: ProcessorDefinition = {
  type: 'gain',
  create(param) {
    const factor = gainOfDb(param('gainDb'));
    return {
      latency: 0,
      process({ left, right }, count) {
        for (let i = 0; i < count; i++) {
          left[i] = (left[i] ?? 0) * factor;
          right[i] = (right[i] ?? 0) * factor;
        }
      },
    };
  },
};
