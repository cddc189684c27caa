import { type ObjectStore, type Patience, readObject, WrongBytes, withPatience } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';

/** Times for which a node waits for its object store. */
export interface StorePatience {
  /**
   * Maximum time to wait for an unavailable store, in ms: an outage of half a minute only delays, and completed work
   * is not lost.
   */
  readonly awayMs: number;
  /**
   * Time between two reads, in ms, after which an object that is absent or wrong in both is accepted as absent or
   * wrong.
   */
  readonly wrongMs: number;
}

/** Default times for which a node waits for a store that is unavailable or returns wrong data. */
export const usualPatience: StorePatience = { awayMs: 45_000, wrongMs: 30_000 };

/**
 * Returns the waiting times for reading an object that the farm or a customer has stored. A missing object then counts
 * as a wrong response too.
 */
export function readingOf({ patience, signal }: { patience: StorePatience; signal: AbortSignal }): Patience {
  return { ...patience, mustExist: true, firstDelayMs: 200, signal };
}

/**
 * Repeats a write to the object store while the store is unavailable, or returns something else than was written, for
 * at most `forMs` (default 45 s). Other errors are thrown at once. An outage of half a minute then only delays, and
 * completed work is not lost. Rejects with the signal's reason as soon as it is aborted. A transfer that does not get
 * the signal then continues in the background, which is harmless: objects are named by their content.
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
 * Error for an object that was written to the farm's store, but is missing from this node's store or has different
 * content there. The node is probably configured with a different store, so the work goes to another node. The
 * scheduler checks whether its own store has lost the object.
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
 * Reads and parses a JSON object that the API or the scheduler has written, such as a render's document. Repeats while
 * the store is unavailable, returns wrong bytes, or returns a value at which `parse` throws. Throws `AbsentHere`,
 * `unavailable`, or the error of `parse`.
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
