import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, link as hardLink, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Metrics, type ObjectStore, WrongBytes, withPatience } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';
import { createSingleFlight } from './recent.ts';
import { readingOf, type StorePatience } from './store-patience.ts';

/** Object that is identified by the hash of its bytes. */
export interface HashedObject {
  objectKey: string;
  sha256: string;
  sizeBytes: number;
}

/**
 * Cache of source files on this machine, by the hash of their content. Several processes may share the folder `root`,
 * because each file is created by an atomic rename. Each job receives its own hard link, which stays valid when the
 * cache removes the file.
 */
export interface MediaCache {
  /**
   * Links the object into `folder` under its hash and returns the path. Concurrent calls share one download. A file
   * whose SHA-256 does not match is downloaded again. Throws `not_found` when the object stays missing from the store,
   * and `internal_error` when its content stays wrong, for longer than the retry time.
   */
  linkInto(folder: string, object: HashedObject, signal: AbortSignal): Promise<string>;
  /**
   * Removes the least recently used files until the size limit is met. This also happens before and after every
   * download.
   */
  trim(): Promise<void>;
}

interface Entry {
  file: string;
  sizeBytes: number;
  usedAtMs: number;
}

/** Age in ms after which incomplete downloads of killed processes are deleted. */
const stalePartMs = 3_600_000;

/**
 * Creates a cache of the most recently used source files of the object store on this node's disk. It returns only paths
 * of files whose hash was verified.
 */
export function createMediaCache(options: {
  root: string;
  limitBytes: number;
  store: ObjectStore;
  patience: StorePatience;
  metrics: Pick<Metrics, 'mediaCacheBytes' | 'mediaCacheRequests'>;
}): MediaCache {
  const { root, limitBytes, store, patience, metrics } = options;
  const parts = path.join(root, 'parts');
  const fetchOnce = createSingleFlight<void>();
  // Hashes of files that this process has verified: others on disk may be left over from a crash of the machine.
  const verified = new Set<string>();
  // Number of calls that are about to link each file, by hash: a file removed before that would be fetched again.
  const wanted = new Map<string, number>();
  // Number of bytes that the running fetches will add.
  let comingBytes = 0;

  async function present(file: string, object: HashedObject): Promise<boolean> {
    const info = await stat(file).catch(() => null);
    if (info === null || info.size !== object.sizeBytes) return false;
    if (!verified.has(object.sha256)) {
      if ((await fileSha256(file)) !== object.sha256) return false;
      verified.add(object.sha256);
    }
    const now = new Date();
    // The modification time is the time of last use, for eviction. A file that was removed meanwhile must be fetched
    // again.
    return utimes(file, now, now).then(
      () => true,
      () => false,
    );
  }

  async function fetch(file: string, object: HashedObject): Promise<void> {
    comingBytes += object.sizeBytes;
    try {
      await trim();
      await fetchVerified(file, object);
    } finally {
      comingBytes -= object.sizeBytes;
    }
  }

  async function fetchVerified(file: string, object: HashedObject): Promise<void> {
    await mkdir(parts, { recursive: true });
    await mkdir(path.dirname(file), { recursive: true });
    const part = path.join(parts, randomUUID());
    try {
      await store.getFile(object.objectKey, part);
      const sha256 = await fileSha256(part);
      if (sha256 !== object.sha256) {
        throw new WrongBytes(object.objectKey, `the bytes have sha256 ${sha256}, not ${object.sha256}`);
      }
      await rename(part, file);
      verified.add(object.sha256);
    } finally {
      await rm(part, { force: true });
    }
  }

  async function trim(): Promise<void> {
    const entries = await listEntries(root);
    let total = comingBytes + entries.reduce((sum, entry) => sum + entry.sizeBytes, 0);
    entries.sort((a, b) => a.usedAtMs - b.usedAtMs);
    for (const { file, sizeBytes } of entries) {
      if (total <= limitBytes) break;
      if (wanted.has(path.basename(file))) continue;
      await rm(file, { force: true });
      total -= sizeBytes;
    }
    metrics.mediaCacheBytes.set(total);
    await removeStaleParts(parts);
  }

  async function fetchSurely(file: string, object: HashedObject, signal: AbortSignal): Promise<void> {
    try {
      await withPatience(() => fetchOnce(object.sha256, () => fetch(file, object)), readingOf({ patience, signal }));
    } catch (error) {
      if (!(error instanceof WrongBytes)) throw error;
      const message =
        `The stored file differs from the uploaded file (expected sha256 ${object.sha256}). ` +
        'Upload the file again.';
      throw new FramemillError('internal_error', message, {}, { cause: error });
    }
  }

  /** Links the file and returns whether it had to be fetched. */
  async function link(file: string, target: string, object: HashedObject, signal: AbortSignal): Promise<boolean> {
    let fetched = false;
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const hit = await present(file, object);
      metrics.mediaCacheRequests.inc({ result: hit ? 'hit' : 'miss' });
      // The fetch is shared, so one caller's cancellation must not end it for the others.
      if (!hit) await fetchSurely(file, object, signal);
      fetched ||= !hit;
      if (await linkOrCopy(file, target)) return fetched;
      // Another process evicted it between the fetch and the link.
    }
    throw new FramemillError(
      'unavailable',
      `The media cache at ${root} is too small for the file ${object.objectKey}. Raise MEDIA_CACHE_MB.`,
    );
  }

  return {
    async linkInto(folder, object, signal) {
      const { sha256 } = object;
      const target = path.join(folder, sha256);
      wanted.set(sha256, (wanted.get(sha256) ?? 0) + 1);
      let fetched = false;
      try {
        fetched = await link(path.join(root, sha256.slice(0, 2), sha256), target, object, signal);
      } finally {
        const others = (wanted.get(sha256) ?? 1) - 1;
        if (others > 0) wanted.set(sha256, others);
        else wanted.delete(sha256);
      }
      // Several concurrent fetches, or a file larger than the cache, may exceed the limit now.
      if (fetched) await trim();
      return target;
    },
    trim,
  };
}

async function linkOrCopy(file: string, target: string): Promise<boolean> {
  try {
    await hardLink(file, target);
  } catch (error) {
    switch (errorCode(error)) {
      case 'EEXIST':
        return true;
      case 'ENOENT':
        return false;
      case 'EXDEV':
      case 'EPERM':
        // Another file system, or one without hard links.
        await copyFile(file, target, constants.COPYFILE_FICLONE);
        return true;
      default:
        throw error;
    }
  }
  return true;
}

async function listEntries(root: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const folder of await namesIn(root)) {
    if (folder.length !== 2) continue;
    for (const name of await namesIn(path.join(root, folder))) {
      const file = path.join(root, folder, name);
      const info = await stat(file).catch(() => null);
      if (info?.isFile()) entries.push({ file, sizeBytes: info.size, usedAtMs: info.mtimeMs });
    }
  }
  return entries;
}

async function removeStaleParts(parts: string): Promise<void> {
  for (const name of await namesIn(parts)) {
    const file = path.join(parts, name);
    const info = await stat(file).catch(() => null);
    if (info && Date.now() - info.mtimeMs > stalePartMs) await rm(file, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Computes the SHA-256 of a file's bytes, in hexadecimal. It reads in chunks, so it never blocks the event loop for
 * more than a millisecond.
 */
export async function fileSha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), hash);
  return hash.digest('hex');
}
