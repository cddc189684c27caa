import { createHash } from 'node:crypto';
import { constants, createReadStream, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, link, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '@framemill/infra/command-line';
import { makeFolder } from '@framemill/infra/folders';

/** Kind of a file in the cache: segment or audio mix. */
export type CachedKind = 'segment' | 'audio';

/** Segment or audio mix in the scratch folder of a run. */
export interface CachedFile {
  kind: CachedKind;
  contentKey: string;
  path: string;
}

/**
 * Cache of segments and audio mixes from earlier renders on this machine, in a folder that concurrent renders may
 * share. A file is named after its content key and the hash of its bytes, and is never changed. Errors of the cache
 * never end a render.
 */
export interface SegmentCache {
  /**
   * Makes the cached file for the content key available at `file.path`, as a hard link or, on another file system, as a
   * copy. It then remains usable when it is removed from the cache. Verifies the file by reading it, which takes about
   * 1 s a gigabyte, and removes a damaged file. Returns false when there is no intact file.
   */
  take(file: CachedFile): Promise<boolean>;
  /** Adds a finished file to the cache, as a hard link where possible. The file's bytes must not change afterwards. */
  put(file: CachedFile & { sha256: string; sizeBytes: number }): Promise<void>;
  /**
   * Removes the least recently used files until the cache is below its size limit. Works only if files were added: any
   * file before the first removal, and at least 2 % of the limit since the last one, because listing thousands of files
   * takes 20 ms.
   */
  trim(): void;
}

/** Cache that never contains or stores a file. */
export const noCache: SegmentCache = {
  take: async () => false,
  put: async () => undefined,
  trim: () => undefined,
};

const defaultLimitMb = 2_000;

/**
 * Returns the maximum size of the cache in bytes: `FRAMEMILL_CACHE_MB`, or 2 GB. Throws `UsageError` when the variable
 * is not a whole number of megabytes.
 */
export function cacheLimitBytes({ FRAMEMILL_CACHE_MB: own }: NodeJS.ProcessEnv = process.env): number {
  const megabytes = own ? Number(own) : defaultLimitMb;
  if (Number.isInteger(megabytes) && megabytes >= 1 && megabytes <= 1_000_000) return megabytes * 1_000_000;
  throw new UsageError(`FRAMEMILL_CACHE_MB must be a whole number from 1 to 1000000 (got "${own}").`);
}

/** Age in ms above which an incomplete file is removed, because the render that wrote it has crashed. */
const abandonedMs = 3_600_000;

/**
 * Returns the folder of the cache: below `XDG_CACHE_HOME` if set, otherwise in the usual cache folder of the user. The
 * folder contains only the cache's files.
 */
export function cacheFolder({ XDG_CACHE_HOME: own }: NodeJS.ProcessEnv = process.env): string {
  const usual = join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  return join(own && isAbsolute(own) ? own : usual, 'framemill', 'segments');
}

/**
 * Opens a cache. Creates its folder if necessary, readable for this user only. If the cache cannot be read or written,
 * calls `onWarning` once with a sentence. From then on it stores nothing; it still finds the files that it can read.
 */
export async function openSegmentCache(
  folder: string,
  onWarning: (sentence: string) => void,
  limitBytes = cacheLimitBytes(),
): Promise<SegmentCache> {
  const names = new Map<string, string>();
  let isWritable = true;
  let addedBytes = 0;
  let nextTrimBytes = 1;

  function giveUp(error: unknown): void {
    if (isWritable) {
      const reason = error instanceof Error ? error.message : String(error);
      onWarning(`The segments are not stored for later renders, because ${folder} cannot be written: ${reason}.`);
    }
    isWritable = false;
  }

  try {
    await makeFolder(folder, 0o700);
    // Files of another user could contain anything, whatever their names.
    if ((await stat(folder)).uid !== (process.getuid?.() ?? 0)) throw new Error('it belongs to another user');
    for (const name of await readdir(folder)) {
      const [, kind, contentKey] = fileName.exec(name) ?? [];
      if (contentKey !== undefined) names.set(`${kind}-${contentKey}`, name);
    }
  } catch (error) {
    giveUp(error);
  }

  async function isTaken(name: string, path: string): Promise<boolean> {
    const file = join(folder, name);
    try {
      await place(file, path);
      if ((await sha256Of(path)) === fileName.exec(name)?.[3]) {
        await touch(file);
        return true;
      }
      await rm(file, { force: true });
    } catch {
      // Removed by another render, or unreadable: the caller renders it.
    }
    await rm(path, { force: true });
    return false;
  }

  return {
    async take({ kind, contentKey, path }) {
      const name = names.get(`${kind}-${contentKey}`);
      if (name === undefined) return false;
      const taken = await isTaken(name, path);
      if (!taken) names.delete(`${kind}-${contentKey}`);
      return taken;
    },
    async put({ kind, contentKey, path, sha256, sizeBytes }) {
      // A render larger than the cache would replace only its own files.
      if (!isWritable || names.has(`${kind}-${contentKey}`) || addedBytes + sizeBytes > limitBytes) return;
      const name = `${kind}-${contentKey}-${sha256}`;
      try {
        await place(path, join(folder, name));
        names.set(`${kind}-${contentKey}`, name);
        addedBytes += sizeBytes;
      } catch (error) {
        giveUp(error);
      }
    },
    trim() {
      if (addedBytes < nextTrimBytes) return;
      nextTrimBytes = addedBytes + limitBytes / 50;
      try {
        trimFolder(folder, limitBytes);
      } catch (error) {
        giveUp(error);
      }
    },
  };
}

const fileName = /^(segment|audio)-([0-9a-f]{64})-([0-9a-f]{64})$/;
const incompleteName = /^(segment|audio)-[0-9a-f]{64}-[0-9a-f]{64}\.\d+\.part$/;

/** Marks a file as used now. Without effect on a disk that is read-only. */
async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

/** Makes a file available at a second path, which appears only when it is complete. */
async function place(from: string, to: string): Promise<void> {
  try {
    return await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    // Another render has added the same bytes.
    if (code === 'EEXIST') return;
    if (code === 'ENOENT') throw error;
  }
  // Another file system, or one without hard links.
  const incomplete = `${to}.${process.pid}.part`;
  try {
    await copyFile(from, incomplete, constants.COPYFILE_FICLONE);
    await rename(incomplete, to);
  } catch (error) {
    await rm(incomplete, { force: true });
    throw error;
  }
}

/** Computes the SHA-256 (hex) of a file, reading it as a stream. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** File in a cache folder. `kind` is null for an incomplete file. */
interface CacheEntry {
  path: string;
  kind: CachedKind | null;
  sizeBytes: number;
  usedMs: number;
}

/**
 * Lists the files of a cache, without other files in its folder. Returns an empty list when the folder does not exist.
 * Throws the error of the file system when the folder cannot be read.
 */
export function cacheEntries(folder: string): CacheEntry[] {
  return namesIn(folder).flatMap((name) => {
    const kind = /^segment-/.test(name) ? 'segment' : 'audio';
    const isComplete = fileName.test(name);
    if (!isComplete && !incompleteName.test(name)) return [];
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? [{ path, kind: isComplete ? kind : null, sizeBytes: found.size, usedMs: found.mtimeMs }] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function trimFolder(folder: string, limitBytes: number): void {
  const entries = cacheEntries(folder);
  let total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (const { path, kind, sizeBytes, usedMs } of entries.sort((a, b) => a.usedMs - b.usedMs)) {
    const isAbandoned = kind === null && usedMs < Date.now() - abandonedMs;
    if (!isAbandoned && (total <= limitBytes || kind === null)) continue;
    rmSync(path, { force: true });
    total -= sizeBytes;
  }
}
