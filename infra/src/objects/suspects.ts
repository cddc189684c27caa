import { FramemillError } from '@framemill/timeline/errors';

/** Keys whose last answer was wrong or missing: they are asked for on another connection next. */
export interface Suspects {
  has(key: string): boolean;
  add(key: string): void;
  /** Runs a request for a key: an error makes it a suspect. It stops being one a minute later. */
  watch<T>(key: string, request: () => Promise<T>): Promise<T>;
}

const keptMs = 60_000;
const mostKept = 1_000;

/** Remembers at most 1,000 keys whose last answer was wrong or missing, each for a minute. */
export function createSuspects(): Suspects {
  const since = new Map<string, number>();
  const add = (key: string) => {
    since.delete(key);
    since.set(key, Date.now());
    for (const oldest of since.keys()) {
      if (since.size <= mostKept) break;
      since.delete(oldest);
    }
  };
  return {
    add,
    has: (key) => Date.now() - (since.get(key) ?? 0) < keptMs,
    async watch(key, request) {
      try {
        return await request();
      } catch (error) {
        if (!(error instanceof FramemillError) || error.code !== 'invalid_request') add(key);
        throw error;
      }
    },
  };
}
