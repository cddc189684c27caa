import { FramemillError } from '@framemill/timeline/errors';
import { browserPrint } from '../../html/browser-print.ts';
import type { Handler } from './handler.ts';

/** Says which browser this is: machines with equal engines and equal browsers draw equal html clips. */
export const browser: Handler<'browser'> = {
  type: 'browser',
  run: async () => {
    try {
      return { print: await browserPrint(), problem: null };
    } catch (error) {
      if (error instanceof FramemillError) return { print: null, problem: error.message };
      throw error;
    }
  },
};
