import type { Redis } from '@framemill/infra';
import type { Clip } from '@framemill/timeline';
import { browserMissing } from '../policy/browser-missing.ts';
import { readLeases } from '../protocol/index.ts';

/** Throws `provider_error`, naming the clip, when no live node has a browser: a job for one would wait in vain. */
export async function requireBrowserNode(redis: Redis, clip: Clip): Promise<void> {
  const leases = await readLeases(redis);
  if (leases.some(({ engines }) => engines.html !== undefined)) return;
  throw browserMissing(clip);
}
