import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FramemillError } from '@framemill/timeline';

/**
 * Makes a folder that only this user may enter, runs `work` with it, and removes it. Throws `unavailable` when this
 * machine cannot make one.
 */
export async function withScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'framemill-transfer-')).catch((cause: unknown) => {
    throw noRoom(cause) ?? cause;
  });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What disks answer. Some a firewall answers too, to `connect`. */
const diskFailures = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR', 'EMFILE', 'ENFILE'];

/** The error of a machine that cannot keep a file; null when something else went wrong. */
export function noRoom(cause: unknown): FramemillError | null {
  if (!(cause instanceof Error && 'code' in cause && 'syscall' in cause)) return null;
  const { code, syscall } = cause;
  if (syscall === 'connect' || !diskFailures.includes(String(code))) return null;
  const message = 'The service has no room to keep the file while it is looked at. Try again later.';
  return new FramemillError('unavailable', message, {}, { cause });
}
