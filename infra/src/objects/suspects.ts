import { FramemillError } from '@framemill/timeline/errors';

/** Keys whose last response was wrong or missing: the next request for them uses another connection. */
export interface Suspects {
  has(key: string): boolean;
  add(key: string): void;
  /** Runs a request for a key. An error other than `invalid_request` adds the key; it is removed a minute later. */
  watch<T>(key: string, request: () => Promise<T>): Promise<T>;
}

const keptMs = 60_000;
const mostKept = 1_000;

/** Creates a list of at most 1,000 keys whose last response was wrong or missing, each kept for a minute. */
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
