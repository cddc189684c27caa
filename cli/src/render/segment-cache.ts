import { createHash } from 'node:crypto';
import { constants, createReadStream, readdirSync, rmSync, statSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Kinds of files in the cache: segments, and audio mixes. */
export type CachedKind = 'segment' | 'audio';

/** Segment or audio mix in the scratch folder of a run. */
export interface CachedFile {
  kind: CachedKind;
  contentKey: string;
  path: string;
}

/**
 * Finished segments and audio mixes of earlier renders on this machine, in a folder that concurrent renders may share.
 * A file is named after its content key and the hash of its bytes, and is never changed. No error of the cache ends a
 * render.
 */
export interface SegmentCache {
  /**
   * Makes the cached file of the content key available at `path`: as a hard link, or as a copy on another file system,
   * so that it can be used even if it is removed from the cache meanwhile. Returns false when there is none, or only a
   * damaged one, which is removed. Reads the whole file for that, about 1 s a gigabyte.
   */
  take(file: CachedFile): Promise<boolean>;
  /** Adds a finished file, as a hard link where possible. Its bytes must not change afterwards. */
  put(file: CachedFile & { sha256: string; sizeBytes: number }): Promise<void>;
  /**
   * Removes the least recently used files above the limit, if a file was added. Later calls only do so when another 2 %
   * of the limit were added, because listing thousands of files takes 20 ms.
   */
  trim(): void;
}

/** Cache that is always empty. */
export const noCache: SegmentCache = {
  take: async () => false,
  put: async () => undefined,
  trim: () => undefined,
};

/** Maximum size of the cache, in bytes. */
export const cacheLimitBytes = 2_000_000_000;

/** Age above which an incomplete file was left by a render that crashed. */
const abandonedMs = 3_600_000;

/**
 * Returns the folder of the cache: below `XDG_CACHE_HOME`, or else in the usual folder of the user. Nothing but the
 * cache's files is in it.
 */
export function cacheFolder({ XDG_CACHE_HOME: own }: NodeJS.ProcessEnv = process.env): string {
  const usual = join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  return join(own && isAbsolute(own) ? own : usual, 'framemill', 'segments');
}

/**
 * Opens a cache; its folder is created if necessary, for this user only. When it cannot be used or becomes unusable,
 * `onWarning` gets one sentence, and the cache finds and keeps nothing from then on.
 */
export async function openSegmentCache(
  folder: string,
  onWarning: (sentence: string) => void,
  limitBytes = cacheLimitBytes,
): Promise<SegmentCache> {
  const names = new Map<string, string>();
  let isUsable = true;
  let addedBytes = 0;
  let nextTrimBytes = 1;

  function giveUp(error: unknown): void {
    if (isUsable) {
      const reason = error instanceof Error ? error.message : String(error);
      onWarning(`The segments are not remembered for later renders, because ${folder} cannot be used: ${reason}.`);
    }
    isUsable = false;
  }

  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
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
        const now = new Date();
        await utimes(file, now, now);
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
      if (!isUsable || name === undefined) return false;
      const taken = await isTaken(name, path);
      if (!taken) names.delete(`${kind}-${contentKey}`);
      return taken;
    },
    async put({ kind, contentKey, path, sha256, sizeBytes }) {
      // A render larger than the cache would replace only its own files.
      if (!isUsable || names.has(`${kind}-${contentKey}`) || addedBytes + sizeBytes > limitBytes) return;
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

/** Makes a file available under a second name, which appears only when it is complete. */
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

/** Computes the SHA-256 (hex) of a file of any size. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** File of a cache. Kind is null for one that is incomplete. */
interface CacheEntry {
  path: string;
  kind: CachedKind | null;
  sizeBytes: number;
  usedMs: number;
}

/** Lists the files of a cache; other files in its folder are left out. Empty without a folder. */
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
