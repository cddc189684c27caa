import { randomUUID } from 'node:crypto';
import { objectKeys, publishFarmStore, readStoreId } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';

/**
 * Publishes to the nodes the id of the farm's object store, which is stored in it. Creates the id when the store has
 * none. Run it every second.
 */
export async function nameStore({ store, redis, memory }: LeaderContext): Promise<void> {
  memory.storeId ??= (await readStoreId(store)) ?? (await giveId(store));
  await publishFarmStore(redis, memory.storeId);
}

async function giveId(store: LeaderContext['store']): Promise<string> {
  const id = randomUUID();
  await store.put(objectKeys.storeId, Buffer.from(id), { contentType: 'text/plain' });
  return id;
}
