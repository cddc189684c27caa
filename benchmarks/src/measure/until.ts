import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';

/**
 * Calls `look` every `everyMs` (default 50) until its result is not null, undefined or false, and returns that result.
 * Throws `unavailable` with the text `what` after `timeoutMs`. With `forgiving`, an error of `look` is ignored, because
 * the services that it uses may be unavailable.
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
      const message =
        `Timed out after ${timeoutMs / 1000} s. Not yet true: ${what}. ` +
        'See the logs of the processes, or raise the time limit.';
      throw new FramemillError('unavailable', message, {}, { cause: last });
    }
    await wait(everyMs);
  }
}
