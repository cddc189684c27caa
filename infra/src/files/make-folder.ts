import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it that are missing, with `mode`. Node's own `recursive` tries for ever where the file
 * system lets nobody make folders and says ENOENT, as /proc does.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) await makeFolder(above, mode);
  await mkdir(folder, mode).catch(async (error: unknown) => {
    // Somebody else may have made it at the same moment.
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(folder: string): Promise<boolean> {
  const info = await stat(folder).catch(() => null);
  return info?.isDirectory() ?? false;
}
