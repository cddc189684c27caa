import type { Redis } from '@framemill/infra';
import { type Clip, FramemillError } from '@framemill/timeline';
import { readLeases } from '../protocol/index.ts';

/** Throws `provider_error`, naming the clip, when no live node has a browser: a job for one would wait in vain. */
export async function requireBrowserNode(redis: Redis, clip: Clip): Promise<void> {
  const leases = await readLeases(redis);
  if (leases.some(({ pools, htmlFingerprint }) => pools.includes('html') && htmlFingerprint !== undefined)) return;
  throw new FramemillError(
    'provider_error',
    `clip ${clip.id} is an html clip, and no node of this farm has the capability "html". Install Chromium or Chrome on a node, or hide the clip.`,
    { clipId: clip.id },
  );
}
