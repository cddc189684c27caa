import { type ObjectStore, readObject, WrongBytes } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';
import { readingOf, type StorePatience } from '../cache/store-patience.ts';

/**
 * An object that was put into the farm's store is not in this node's, or has other bytes there. Most likely the node has
 * another store than the others: they do the work. The scheduler looks whether its own store has lost the object.
 */
export class AbsentHere extends FramemillError {
  readonly key: string;

  constructor(key: string, what = `"${key}", which the farm has written`) {
    super(
      'unavailable',
      `The object store of this node does not have ${what}. Give the node the same S3_* or DATA_DIR as the service.`,
    );
    this.key = key;
  }
}

/**
 * Reads and parses a JSON object that the API or the scheduler has written, such as a render's document; again while the
 * store is away, wrong, or gives what `parse` throws at. Throws `AbsentHere`, `unavailable`, or what `parse` throws.
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
