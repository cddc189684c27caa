import { randomUUID } from 'node:crypto';
import { objectKeys, publishFarmStore, readStoreId } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';

/** Tells the nodes which object store is the farm's, by the id in it; one that has none gets it. Run it every second. */
export async function nameStore({ store, redis, memory }: LeaderContext): Promise<void> {
  memory.storeId ??= (await readStoreId(store)) ?? (await giveId(store));
  await publishFarmStore(redis, memory.storeId);
}

async function giveId(store: LeaderContext['store']): Promise<string> {
  const id = randomUUID();
  await store.put(objectKeys.storeId, Buffer.from(id), { contentType: 'text/plain' });
  return id;
}
