import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../files/make-folder.ts';

const ownerOnly = 0o700;

/**
 * Creates `folder` with access for this user only. An existing folder is made private, unless it belongs to another
 * user or is on a file system without modes. Missing parent folders are created with the usual mode.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  const info = await stat(folder).catch(() => null);
  if (info === null) {
    // In two steps, so that the parent folders keep the usual mode.
    await makeFolder(path.dirname(folder));
    await makeFolder(folder, ownerOnly);
  } else if (info.isDirectory() && (info.mode & 0o077) !== 0) {
    await chmod(folder, ownerOnly).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPERM' && error.code !== 'ENOTSUP') throw error;
    });
  }
}
