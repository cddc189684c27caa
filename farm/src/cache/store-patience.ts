import { type ObjectStore, type Patience, readObject, WrongBytes, withPatience } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';

/** Retry times of a node for its object store. */
export interface StorePatience {
  /**
   * Time in ms for which an operation is retried while the store is unavailable. A shorter outage causes no failed
   * jobs.
   */
  readonly awayMs: number;
  /** Time in ms for which a missing or corrupt object is read again before that result counts as final. */
  readonly wrongMs: number;
}

/** Default retry times of a node for its object store. */
export const usualPatience: StorePatience = { awayMs: 45_000, wrongMs: 30_000 };

/**
 * Returns the retry settings for reading an object that must exist. A missing object is therefore retried like one with
 * wrong content.
 */
export function readingOf({ patience, signal }: { patience: StorePatience; signal: AbortSignal }): Patience {
  return { ...patience, mustExist: true, firstDelayMs: 200, signal };
}

/**
 * Retries a write to the object store while the store is unavailable or returns something other than what was written,
 * for at most `forMs` (default 45 s). Other errors are thrown at once. Rejects with the signal's reason as soon as the
 * signal is aborted. An operation that ignores the signal then continues in the background, which is harmless, because
 * object names are hashes of their content.
 */
export async function retryWhileAway<T>(
  signal: AbortSignal,
  operation: () => Promise<T>,
  options: { forMs?: number; firstDelayMs?: number } = {},
): Promise<T> {
  const { forMs = 45_000, firstDelayMs = 200 } = options;
  return withPatience(operation, { awayMs: forMs, wrongMs: forMs, firstDelayMs, signal });
}

/**
 * Error: an object that was written to the farm's store is missing or different in this node's store. The node is
 * probably configured with a different store, so the job is passed to another node. The scheduler checks whether its
 * own store has lost the object.
 */
export class AbsentHere extends FramemillError {
  readonly key: string;

  constructor(key: string, what = `the object "${key}"`) {
    super(
      'unavailable',
      `The object store of this node does not contain ${what}. Set the same S3_* or DATA_DIR as the service.`,
    );
    this.key = key;
  }
}

/**
 * Reads and parses a JSON object that the API or the scheduler has written, such as a render's document. Retries while
 * the store is unavailable, the content is wrong, or `parse` throws. Throws `AbsentHere`, `unavailable`, or the error
 * of `parse`.
 */
export async function readFarmObject<T>(
  store: ObjectStore,
  key: string,
  parse: (value: unknown) => T,
  waiting: { patience: StorePatience; signal: AbortSignal },
): Promise<T> {
  try {
    return await readObject(store, key, (bytes) => parse(JSON.parse(bytes.toString('utf8'))), readingOf(waiting));
  } catch (error) {
    const isGone = error instanceof FramemillError && error.code === 'not_found';
    if (isGone || error instanceof WrongBytes || error instanceof SyntaxError) throw new AbsentHere(key);
    throw error;
  }
}
