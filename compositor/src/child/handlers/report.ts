import { brokenLimits } from '../../quality-limits.ts';
import { measureQuality } from '../../report/quality-report.ts';
import type { Handler } from './handler.ts';

/** Handler that measures a finished file and checks it against limits. */
export const report: Handler<'report'> = {
  type: 'report',
  run: async ({ type: _, ...input }, onProgress) => {
    const measured = await measureQuality(input, onProgress);
    return { ...measured, broken: input.limits ? brokenLimits(measured, input.limits) : [] };
  },
};
