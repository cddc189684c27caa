import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { makeSettingFolder, scratchSetting } from './make-setting-folder.ts';

/** `<host>~<pid>~<random>`: tells whose folder it is, also on a disk that several machines share. */
const separator = '~';

/** The private working folder of a node. */
export interface Scratch {
  folder: string;
  remove(): Promise<void>;
}

/** Makes a private working folder for this process under `root` and removes those of processes that are gone. */
export async function createScratch(root: string): Promise<Scratch> {
  await makeSettingFolder(root, scratchSetting, 0o700);
  for (const name of await readdir(root)) {
    const [host, pid] = name.split(separator);
    if (host === hostname() && !isAlive(Number(pid))) await rm(path.join(root, name), { recursive: true, force: true });
  }
  const folder = await mkdtemp(path.join(root, [hostname(), process.pid, ''].join(separator)));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
