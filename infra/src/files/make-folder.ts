import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Creates a folder, and its missing parents, with `mode`. Node's own `recursive` option never returns where the file
 * system forbids new folders with ENOENT, as /proc does.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  if (await isFolder(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) await makeFolder(above, mode);
  await mkdir(folder, mode).catch(async (error: unknown) => {
    // Another process may have created it at the same moment.
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(folder: string): Promise<boolean> {
  const info = await stat(folder).catch(() => null);
  return info?.isDirectory() ?? false;
}
