import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';

/**
 * Calls `look` every `everyMs` (default 50) until it returns something other than null, undefined or false, and returns
 * that. Throws `unavailable` with the text `what` after `timeoutMs`. With `forgiving`, errors of `look` count as no
 * result, because its services may be unavailable.
 */
export async function until<T>(
  what: string,
  timeoutMs: number,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  { everyMs = 50, forgiving = false }: { everyMs?: number; forgiving?: boolean } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let last: unknown; ; ) {
    try {
      const found = await look();
      if (found !== null && found !== undefined && found !== false) return found;
    } catch (error) {
      if (!forgiving) throw error;
      last = error;
    }
    if (Date.now() > deadline) {
      const message = `Timed out after ${timeoutMs / 1000} s. Not yet true: ${what}.`;
      throw new FramemillError('unavailable', message, {}, { cause: last });
    }
    await wait(everyMs);
  }
}
