import { type ObjectStore, type Redis, readObject } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';
import { objectKeys } from './object-keys.ts';
import { leaseTtlMs, redisKeys } from './redis-keys.ts';

/** The id that lies in an object store and tells it from all others; null: no scheduler has put one there. */
export async function readStoreId(store: ObjectStore): Promise<string | null> {
  try {
    // Absent only when two looks, a moment apart, find it so: otherwise the store would get another id.
    return await readObject(store, objectKeys.storeId, (bytes) => bytes.toString('utf8'), {
      ...{ mustExist: true, wrongMs: 500 },
    });
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Tells the nodes which store is the farm's. Forgotten after `leaseTtlMs`, so that only a leader that lives is believed. */
export async function publishFarmStore(redis: Redis, storeId: string): Promise<void> {
  await redis.set(redisKeys.farmStore, storeId, 'PX', leaseTtlMs);
}

/** The id of the leading scheduler's store; null: none leads, or it is of an older release. */
export async function readFarmStore(redis: Redis): Promise<string | null> {
  return redis.get(redisKeys.farmStore);
}
