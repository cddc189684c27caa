import type { ObjectStore } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { readJsonObject } from '../cache/json-object.ts';
import { retryWhileAway } from '../cache/store-retry.ts';

/**
 * An object that the farm itself has written is not in this node's store. Most likely the node has another store than
 * the others: they do the work. The scheduler looks whether its own store has lost the object.
 */
export class AbsentHere extends FramemillError {
  readonly key: string;

  constructor(key: string) {
    super(
      'unavailable',
      `The object store of this node does not have "${key}", which the farm has written. Give the node the same S3_* or DATA_DIR as the service.`,
    );
    this.key = key;
  }
}

/** Reads a JSON object that the API or the scheduler has written, such as a render's document. Throws `AbsentHere`, or as `readJsonObject` does. */
export async function readFarmObject(store: ObjectStore, key: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await retryWhileAway(signal, () => readJsonObject(store, key));
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') throw new AbsentHere(key);
    throw error;
  }
}
