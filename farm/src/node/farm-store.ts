import { setTimeout as delay } from 'node:timers/promises';
import type { Config, ObjectStore, Redis } from '@framemill/infra';
import { leaseTtlMs, readFarmStore, readStoreId } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';

/** Time in ms after which an object store id that an earlier scheduler has published is certain to have expired. */
const defaultPatienceMs = leaseTtlMs + 2_000;
const pauseMs = 500;

/** Returns the name of an object store for messages. */
export function storeName(objects: Config['objects']): string {
  if (objects.kind === 'folder') return `folder ${objects.root}`;
  return objects.endpoint === null ? `bucket ${objects.bucket}` : `bucket ${objects.bucket} at ${objects.endpoint}`;
}

/**
 * Checks that the node uses the same object store as the leading scheduler. Resolves with true when it does, and with
 * false when there is no leading scheduler. Throws `not_configured` when the stores still differ after `patienceMs`.
 */
export async function requireFarmStore(
  { redis, store, name }: { redis: Redis; store: ObjectStore; name: string },
  patienceMs = defaultPatienceMs,
): Promise<boolean> {
  for (const deadline = Date.now() + patienceMs; ; ) {
    const farmId = await readFarmStore(redis);
    if (farmId === null) return false;
    if (farmId === (await readStoreId(store))) return true;
    if (Date.now() >= deadline) {
      throw new FramemillError(
        'not_configured',
        `This node and the service use different object stores (node: ${name}). Set the same S3_* variables or ` +
          'the same DATA_DIR as the service.',
      );
    }
    await delay(pauseMs);
  }
}
