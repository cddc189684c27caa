import { FramemillError } from '@framemill/timeline/errors';
import { browserFingerprint } from '../../html/browser-fingerprint.ts';
import type { Handler } from './handler.ts';

/**
 * Handler that returns the browser's fingerprint. Machines with equal engines and equal browsers draw equal HTML clips.
 */
export const browser: Handler<'browser'> = {
  type: 'browser',
  run: async () => {
    try {
      return { fingerprint: await browserFingerprint(), problem: null };
    } catch (error) {
      if (error instanceof FramemillError) return { fingerprint: null, problem: error.message };
      throw error;
    }
  },
};
