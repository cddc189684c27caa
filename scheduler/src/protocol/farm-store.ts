import { type ObjectStore, type Redis, readObject } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';
import { objectKeys } from './object-keys.ts';
import { leaseTtlMs, redisKeys } from './redis-keys.ts';

/**
 * Reads the id that is stored in an object store and distinguishes it from all others; null: no scheduler has stored
 * one.
 */
export async function readStoreId(store: ObjectStore): Promise<string | null> {
  try {
    // The id counts as absent only when two reads, a moment apart, miss it: otherwise the store would get a second id.
    return await readObject(store, objectKeys.storeId, (bytes) => bytes.toString('utf8'), {
      ...{ mustExist: true, wrongMs: 500 },
    });
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Publishes to the nodes which store is the farm's. The key expires after `leaseTtlMs`, so that it exists only while a
 * leader runs.
 */
export async function publishFarmStore(redis: Redis, storeId: string): Promise<void> {
  await redis.set(redisKeys.farmStore, storeId, 'PX', leaseTtlMs);
}

/** Reads the id of the leading scheduler's store; null: there is no leader, or it runs an older software version. */
export async function readFarmStore(redis: Redis): Promise<string | null> {
  return redis.get(redisKeys.farmStore);
}
