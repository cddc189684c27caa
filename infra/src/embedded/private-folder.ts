import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../files/make-folder.ts';

const ownerOnly = 0o700;

/**
 * Makes `folder` for this user alone: nobody else lists it or reads below it. One that is there is closed, unless it belongs
 * to somebody else or lies on a file system without modes. The folders on the way are made with the usual mode.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  const info = await stat(folder).catch(() => null);
  if (info === null) {
    // In two steps: the folders on the way stay open.
    await makeFolder(path.dirname(folder));
    await makeFolder(folder, ownerOnly);
  } else if (info.isDirectory() && (info.mode & 0o077) !== 0) {
    await chmod(folder, ownerOnly).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error;
    });
  }
}
