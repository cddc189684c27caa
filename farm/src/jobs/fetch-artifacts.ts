import path from 'node:path';
import { sideBySide, WrongBytes, withPatience } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';
import { fileSha256 } from '../cache/media-cache.ts';
import { readingOf } from '../cache/store-patience.ts';
import type { JobContext } from './job-kind.ts';

/**
 * Error: stored objects that a job needs are missing, or their content does not match the hash in their name. The
 * scheduler has them produced again.
 */
export class MissingObjects extends Error {
  override readonly name = 'MissingObjects';
  readonly keys: string[];

  constructor(keys: string[]) {
    super(
      `Stored objects are missing or damaged (${keys.length}, the first is "${keys[0]}"). Render the project again.`,
    );
    this.keys = keys;
  }
}

type FetchContext = Pick<JobContext, 'store' | 'signal' | 'patience' | 'metrics'>;

const parallelFetches = 6;

/**
 * Downloads objects that are named by their hash into `folder`. Returns their paths in the order of `keys`. Missing or
 * damaged objects are downloaded again for a limited time. Throws `MissingObjects` with those that stay missing or
 * damaged.
 */
export async function fetchArtifacts(
  keys: readonly string[],
  folder: string,
  context: FetchContext,
): Promise<string[]> {
  const paths = keys.map((_, position) => path.join(folder, String(position)));
  let wanted = [...keys.keys()];
  const round = async () => {
    wanted = await fetchRound(wanted, keys, paths, context);
    const [first] = wanted;
    if (first !== undefined) throw new WrongBytes(keys[first] ?? '', 'the object is missing or damaged');
  };
  try {
    await withPatience(round, readingOf(context));
  } catch (error) {
    if (!(error instanceof WrongBytes)) throw error;
    throw new MissingObjects(wanted.map((position) => keys[position] ?? ''));
  }
  return paths;
}

/** Fetches the objects at some positions concurrently; returns the positions of those that are absent or damaged. */
async function fetchRound(
  positions: readonly number[],
  keys: readonly string[],
  paths: readonly string[],
  context: FetchContext,
): Promise<number[]> {
  const wrong: number[] = [];
  await sideBySide(positions, parallelFetches, async (position) => {
    if (!(await isFetched(keys[position] ?? '', paths[position] ?? '', context))) wrong.push(position);
  });
  return wrong.sort((a, b) => a - b);
}

async function isFetched(key: string, target: string, context: FetchContext): Promise<boolean> {
  const fetchOne = async () => {
    await context.store.getFile(key, target);
    if ((await fileSha256(target)) === path.posix.basename(key)) return;
    context.metrics.verifyFailures.inc({ check: 'stored_hash' });
    throw new WrongBytes(key, 'the hash of the bytes differs from the name');
  };
  try {
    // Tried twice without a pause; the next round follows later.
    await withPatience(fetchOne, { ...readingOf(context), wrongMs: 0 });
    return true;
  } catch (error) {
    const isAbsent = error instanceof FramemillError && error.code === 'not_found';
    if (isAbsent || error instanceof WrongBytes) return false;
    throw error;
  }
}
