import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'framemill-browser-';

/**
 * Creates a folder for a browser's profile, owned by `user` when given. That user cannot enter this process's temporary
 * folders, so the profile is in /tmp then. Also removes folders that ended processes of this user left behind.
 */
export async function makeProfileFolder(user: number | null): Promise<string> {
  const base = user === null ? tmpdir() : '/tmp';
  await sweep(base);
  const folder = await mkdtemp(join(base, `${prefix}${process.pid}-`));
  if (user !== null) await chown(folder, user, user);
  return folder;
}

async function sweep(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    // Folders of another user cannot be removed here; they do not prevent the start.
    await rm(join(base, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
