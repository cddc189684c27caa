import { type ObjectStore, readObject, WrongBytes } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';
import { readingOf, type StorePatience } from '../cache/store-patience.ts';

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
