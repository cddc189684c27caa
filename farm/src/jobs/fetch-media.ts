import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { MediaFiles } from '@framemill/compositor';
import type { MediaSources } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';
import type { HashedObject } from '../cache/media-cache.ts';
import { AbsentHere } from '../cache/store-patience.ts';
import type { JobContext } from './job-kind.ts';

/**
 * Number of objects fetched concurrently: enough to hide the store's latency, few enough to leave the disk to the
 * renders.
 */
const parallelFetches = 4;

/**
 * Links the file of every source in `sources` into `folder`, which is created when missing. Returns the path and
 * properties of each file by the `src` of its clips. The result keeps the order of `sources`, because a render process
 * compares it as JSON to find out whether it already has the document open.
 */
export async function fetchMedia(
  sources: MediaSources,
  folder: string,
  context: Pick<JobContext, 'media' | 'signal'>,
): Promise<MediaFiles> {
  await mkdir(folder, { recursive: true });
  const paths = new Map<string, string>();
  const remaining = Object.entries(sources);
  const takeNext = async () => {
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      const [src, { objectKey, facts }] = next;
      const { sha256, sizeBytes } = facts;
      const object = { objectKey, sha256, sizeBytes };
      paths.set(src, await linkSource(src, object, folder, context));
    }
  };
  await Promise.all(Array.from({ length: parallelFetches }, takeNext));
  return Object.fromEntries(
    Object.entries(sources).map(([src, { facts }]) => [src, { path: paths.get(src) ?? '', facts }]),
  );
}

/**
 * Links a source of a render into `folder` and returns the path. Throws `AbsentHere` for a missing source, so that the
 * scheduler checks whether it is missing only in this node's store.
 */
export async function linkSource(
  src: string,
  object: HashedObject,
  folder: string,
  { media, signal }: Pick<JobContext, 'media' | 'signal'>,
): Promise<string> {
  try {
    return await media.linkInto(folder, object, signal);
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    if (error.code === 'not_found') throw new AbsentHere(object.objectKey, `the file of the source "${src}"`);
    if (error.code !== 'internal_error') throw error;
    throw new FramemillError(error.code, `The source "${src}" cannot be used. ${error.message}`, error.details, {
      cause: error,
    });
  }
}

/** Picks the sources of `all` that a job needs. */
export function only(all: MediaSources, needed: ReadonlySet<string>): MediaSources {
  return Object.fromEntries(Object.entries(all).filter(([src]) => needed.has(src)));
}

/** Returns the folder of a job's sources, inside its scratch folder. */
export function mediaFolder(context: Pick<JobContext, 'scratchDir'>): string {
  return path.join(context.scratchDir, 'media');
}
