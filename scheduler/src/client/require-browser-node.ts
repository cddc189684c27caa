import type { Redis } from '@framemill/infra';
import type { Clip } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { browserMissing } from '../policy/browser-missing.ts';
import { readLeases } from '../protocol/index.ts';

/** Throws `unavailable`, naming the clip, when no live node has a browser: a job for one would wait in vain. */
export async function requireBrowserNode(redis: Redis, clip: Clip): Promise<void> {
  const leases = await readLeases(redis);
  if (leases.some(({ engines }) => engines.html !== undefined)) return;
  const { message, details } = browserMissing(clip);
  throw new FramemillError('unavailable', message, details);
}
