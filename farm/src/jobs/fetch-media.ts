import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { MediaFiles } from '@framemill/compositor';
import type { MediaSources } from '@framemill/scheduler/protocol';
import type { JobContext } from './job-kind.ts';

/** Objects fetched side by side: enough to hide the store's latency, few enough to leave the disk to the renders. */
const parallelFetches = 4;

/** Puts every source of `sources` into `folder` (made when absent) and says where each clip `src` lies. */
export async function fetchMedia(
  sources: MediaSources,
  folder: string,
  context: Pick<JobContext, 'media' | 'signal'>,
): Promise<MediaFiles> {
  await mkdir(folder, { recursive: true });
  const files: MediaFiles = {};
  const remaining = Object.entries(sources);
  const takeNext = async () => {
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      const [src, { objectKey, facts }] = next;
      const { sha256, sizeBytes } = facts;
      files[src] = {
        path: await context.media.linkInto(folder, { objectKey, sha256, sizeBytes }, context.signal),
        facts,
      };
    }
  };
  await Promise.all(Array.from({ length: parallelFetches }, takeNext));
  return files;
}

/** The sources of `all` that a job needs. */
export function only(all: MediaSources, needed: ReadonlySet<string>): MediaSources {
  return Object.fromEntries(Object.entries(all).filter(([src]) => needed.has(src)));
}

/** Folder of a job's sources, inside its scratch folder. */
export function mediaFolder(context: Pick<JobContext, 'scratchDir'>): string {
  return path.join(context.scratchDir, 'media');
}
