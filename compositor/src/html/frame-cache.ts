import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, inflateSync } from 'node:zlib';
import { FramemillError } from '@framemill/timeline/rendering';

/** Screenshot of a page's frame as stored on disk. */
export interface StoredFrame {
  /** Identifier of the pixels: frames with equal versions have equal pixels. */
  readonly version: string;
  /** Decodes the pixels: sRGB RGBA, not premultiplied, rows without gaps. Takes 15 ms at 1080p. */
  rgba(): Uint8Array;
}

/**
 * Cache of page screenshots in a folder that several processes may share. Files are written atomically; files of the
 * same name have the same pixels.
 */
export interface FrameCache {
  has(key: string, index: number): boolean;
  write(key: string, index: number, rgba: Uint8Array): Promise<void>;
  /** Reads a frame. Throws `internal_error` when it is not in the cache. */
  read(key: string, index: number): StoredFrame;
  /** Whether the page never changes, so that its frame 0 is used for all frames. */
  isStill(key: string): boolean;
  markStill(key: string): void;
  /**
   * Marks a page's frames as used. The first call also removes the least recently used pages if the folder exceeds its
   * size limit.
   */
  touch(key: string): Promise<void>;
}

const limitBytes = 2 * 1024 ** 3;
// Frames in use must not be removed: a segment takes minutes at most.
const safeMs = 3_600_000;
const fastest = 1;

const compress = promisify<Uint8Array, { level: number }, Buffer>(deflate);

/** Creates a cache. `folderOf` returns its folder; it is called at each access. */
export function createFrameCache(folderOf: () => string): FrameCache {
  const fileOf = (key: string, index: number) => join(folderOf(), key, `${index}.rgba`);
  const stillMark = (key: string) => join(folderOf(), key, 'still');
  let sizeChecked = false;

  function put(path: string, data: Uint8Array): void {
    const unfinished = `${path}.${process.pid}.part`;
    writeFileSync(unfinished, data);
    renameSync(unfinished, path);
  }

  return {
    has: (key, index) => existsSync(fileOf(key, index)),
    async write(key, index, rgba) {
      mkdirSync(join(folderOf(), key), { recursive: true });
      put(fileOf(key, index), await compress(rgba, { level: fastest }));
    },
    read(key, index) {
      const path = fileOf(key, index);
      if (!existsSync(path)) {
        throw new FramemillError(
          'internal_error',
          `Screenshot ${index} of page ${key} is not in the cache: it was never made, or was removed. Try again.`,
        );
      }
      const data = readFileSync(path);
      return { version: createHash('sha256').update(data).digest('hex'), rgba: () => inflateSync(data) };
    },
    isStill: (key) => existsSync(stillMark(key)),
    markStill(key) {
      mkdirSync(join(folderOf(), key), { recursive: true });
      put(stillMark(key), new Uint8Array());
    },
    async touch(key) {
      const own = join(folderOf(), key);
      mkdirSync(own, { recursive: true });
      // Creating and removing an entry changes the folder's modification time, by the disk's own clock.
      const mark = join(own, `used.${process.pid}`);
      writeFileSync(mark, '');
      rmSync(mark, { force: true });
      if (sizeChecked) return;
      sizeChecked = true;
      await removeOldest(folderOf(), statSync(own).mtimeMs - safeMs);
    },
  };
}

async function removeOldest(folder: string, before: number): Promise<void> {
  const pages = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const used = statSync(path, { throwIfNoEntry: false });
    const files = await readdir(path).catch(noneWhenGone);
    const bytes = files.reduce((sum, file) => sum + sizeOf(join(path, file)), 0);
    if (used) pages.push({ path, bytes, usedMs: used.mtimeMs });
  }
  let total = pages.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { path, bytes, usedMs } of pages.sort((a, b) => a.usedMs - b.usedMs)) {
    if (total <= limitBytes || usedMs > before) return;
    rmSync(path, { recursive: true, force: true });
    total -= bytes;
  }
}

// Other processes may write and remove files here meanwhile.
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function noneWhenGone(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
