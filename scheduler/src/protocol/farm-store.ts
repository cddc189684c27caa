import { text } from 'node:stream/consumers';
import type { ObjectStore, Redis } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { objectKeys } from './object-keys.ts';
import { leaseTtlMs, redisKeys } from './redis-keys.ts';

/** The id that lies in an object store and tells it from all others; null: no scheduler has put one there. */
export async function readStoreId(store: ObjectStore): Promise<string | null> {
  try {
    return await text((await store.get(objectKeys.storeId)).body);
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
