import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import {
  constants,
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FramemillError } from '@framemill/timeline/errors';
import { makePrivateFolder, requireRoom } from '../folders.ts';
import { checkFileHash, digestOfFile } from './object-digest.ts';
import { checkObjectKey, checkObjectPrefix, diskFull, type ObjectStore } from './object-store.ts';

/**
 * Name of the store's own folder for incomplete objects. Object keys cannot start with a dot, so this name never
 * collides with an object.
 */
const partsFolder = '.parts';
const typesFolder = '.types';

/**
 * Creates a store that keeps objects as files under `root`. The folder is created when absent and closed to other
 * users, because exports are protected only by their unguessable names. All processes that share the folder, also over
 * a network mount, must run as the same user. A put writes a new file and renames it, so readers get either the old or
 * the new bytes. The content type is stored in a small file under `.types`. Symbolic links inside `root` are refused,
 * also in place of a folder in the path of a key. With `keepsReserve`, a put that would leave less than `reservedBytes`
 * free on the disk is refused.
 */
export function createFolderStore(root: string, { keepsReserve = false } = {}): ObjectStore {
  const base = path.resolve(root);
  const room = () => (keepsReserve ? requireRoom(base, 'the object store') : undefined);

  const store: ObjectStore = {
    async put(key, body, options) {
      await room();
      const target = await prepare(base, key);
      const part = await partFile(base);
      try {
        if (body instanceof Uint8Array) await writeFile(part, body);
        else await pipeline(body, createWriteStream(part));
        await writeType(base, key, options?.contentType);
        await rename(part, target);
      } catch (error) {
        await rm(part, { force: true });
        throw storeError(error, key);
      }
    },
    async putFile(key, source, options) {
      await room();
      const target = await prepare(base, key);
      const part = await partFile(base);
      try {
        // Copy on write where the file system supports it: an export then takes no second copy on disk.
        await copyFile(source, part, constants.COPYFILE_FICLONE);
        if (options?.sha256 !== undefined) {
          checkFileHash(source, (await digestOfFile(part, null)).sha256, options.sha256);
        }
        options?.signal?.throwIfAborted();
        await writeType(base, key, options?.contentType);
        await rename(part, target);
      } catch (error) {
        await rm(part, { force: true });
        throw storeError(error, key);
      }
    },
    async get(key) {
      const { handle, sizeBytes } = await openObject(base, key);
      return { body: handle.createReadStream(), sizeBytes, contentType: await readType(base, key), sha256: null };
    },
    async getRange(key, start, end) {
      const { handle, sizeBytes } = await openObject(base, key);
      if (start < 0 || start > end || start >= sizeBytes) {
        await handle.close();
        throw new FramemillError(
          'invalid_request',
          `The byte range ${start}-${end} is outside of "${key}", which has ${sizeBytes} bytes. Request another range.`,
        );
      }
      return {
        body: handle.createReadStream({ start, end: Math.min(end, sizeBytes - 1) }),
        sizeBytes,
        contentType: await readType(base, key),
        sha256: null,
      };
    },
    async getFile(key, target) {
      const source = await locate(base, key);
      const part = `${target}.${randomUUID()}.part`;
      try {
        await copyFile(source, part, constants.COPYFILE_FICLONE);
        await rename(part, target);
      } catch (error) {
        await rm(part, { force: true });
        throw diskFull(error, target) ?? storeError(error, key);
      }
    },
    async head(key) {
      const file = await locate(base, key).catch(absentAsNull);
      if (file === null) return null;
      const info = await stat(file);
      return { sizeBytes: info.size, contentType: await readType(base, key), sha256: null };
    },
    async delete(key) {
      const file = await locate(base, key).catch(absentAsNull);
      if (file === null) return;
      await rm(file, { force: true });
      await rm(path.join(base, typesFolder, `${key}.type`), { force: true });
    },
    async *list(prefix, after = '') {
      checkObjectPrefix(prefix);
      const slash = prefix.lastIndexOf('/');
      for await (const key of walk(base, slash < 0 ? '' : prefix.slice(0, slash), after)) {
        if (!key.startsWith(prefix)) continue;
        const info = await stat(path.join(base, key)).catch(() => null);
        if (info !== null) yield { key, sizeBytes: info.size, modifiedAt: info.mtime };
      }
    },
    async ping() {
      try {
        await makePrivateFolder(base);
        const part = await partFile(base);
        await writeFile(part, 'ping');
        await rm(part);
      } catch (error) {
        throw folderError(error, base);
      }
    },
    close() {},
  };
  return store;
}

async function partFile(base: string): Promise<string> {
  await mkdir(path.join(base, partsFolder), { recursive: true });
  return path.join(base, partsFolder, randomUUID());
}

async function prepare(base: string, key: string): Promise<string> {
  checkObjectKey(key);
  await refuseLinks(base, key);
  const target = path.join(base, key);
  try {
    await makePrivateFolder(base);
    await mkdir(path.dirname(target), { recursive: true });
  } catch (error) {
    throw storeError(error, key);
  }
  return target;
}

async function openObject(base: string, key: string): Promise<{ handle: FileHandle; sizeBytes: number }> {
  const file = await locate(base, key);
  let handle: FileHandle;
  try {
    // O_NOFOLLOW closes the gap between the check and the opening.
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    throw storeError(error, key);
  }
  return { handle, sizeBytes: (await handle.stat()).size };
}

// Two system calls, however deep the key is: this runs for every piece of a stream.
async function locate(base: string, key: string): Promise<string> {
  checkObjectKey(key);
  const file = path.join(base, key);
  const failed = (error: unknown): never => {
    throw storeError(error, key);
  };
  const [real, info] = await Promise.all([realpath(file), lstat(file)]).catch(async (error: unknown) => {
    await refuseLinks(base, key);
    return failed(error);
  });
  // The store's own folder may be reached through a link.
  if (real !== file && real !== path.join(await realpath(base).catch(failed), key)) throw passesLink(key);
  if (!info.isFile()) throw notFound(key);
  return file;
}

async function refuseLinks(base: string, key: string): Promise<void> {
  let current = base;
  for (const segment of key.split('/')) {
    current = path.join(current, segment);
    const info = await lstat(current).catch(() => null);
    if (info === null) return;
    if (info.isSymbolicLink()) throw passesLink(key);
  }
}

function passesLink(key: string): FramemillError {
  return new FramemillError(
    'invalid_request',
    `The object key "${key}" leads through a symbolic link, which is not allowed. Remove the link.`,
  );
}

async function writeType(base: string, key: string, contentType: string | undefined): Promise<void> {
  const file = path.join(base, typesFolder, `${key}.type`);
  if (contentType === undefined) return rm(file, { force: true });
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, contentType);
}

async function readType(base: string, key: string): Promise<string | null> {
  return readFile(path.join(base, typesFolder, `${key}.type`), 'utf8').catch(() => null);
}

/** Yields the keys below a folder that come after the key `after`, in their order. */
async function* walk(base: string, folder: string, after: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(base, folder), { withFileTypes: true }).catch(() => []);
  // Folders are compared with their slash, as S3 does: otherwise "a/b" would not sort before "a0".
  const sortKey = (entry: { name: string; isDirectory(): boolean }) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name;
  entries.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const key = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const isBefore = `${key}/` < after && !after.startsWith(`${key}/`);
      if (!isBefore) yield* walk(base, key, after);
    } else if (entry.isFile() && key > after) yield key;
  }
}

function absentAsNull(error: unknown): null {
  if (error instanceof FramemillError && error.code === 'not_found') return null;
  throw error;
}

function notFound(key: string): FramemillError {
  return new FramemillError('not_found', `The object store has no object "${key}". It may have been deleted.`);
}

/** Returns the error for a store whose root folder cannot be used. */
function folderError(cause: unknown, base: string): unknown {
  const reported = storeError(cause, base);
  if (!(reported instanceof FramemillError) || reported.code !== 'not_found') return reported;
  return new FramemillError(
    'unavailable',
    `The folder "${base}" of the object store cannot be created. Set DATA_DIR to a folder with write permission.`,
    {},
    { cause },
  );
}

function storeError(error: unknown, key: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return notFound(key);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new FramemillError(
      'unavailable',
      'The object store has no space left. Free some disk space.',
      { waitsFor: 'disk' },
      { cause: error },
    );
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EIO' || code === 'EPERM') {
    return new FramemillError(
      'unavailable',
      'The object store cannot be read or written. Check its folder under DATA_DIR: the permissions, and the disk.',
      {},
      { cause: error },
    );
  }
  return error;
}
