import { gainOfDb } from '../dsp/decibels.ts';
import { createLimiter } from '../limiter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Look-ahead limiter, as at the end of the mix, with its own ceiling. */
export const limiter: ProcessorDefinition = {
  type: 'limiter',
  create: (param) => createLimiter({ ceiling: gainOfDb(param('ceilingDb')), releaseSec: param('releaseMs') / 1_000 }),
};
