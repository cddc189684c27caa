import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FramemillError } from '@framemill/timeline';

/**
 * Creates a temporary folder that only this user can access, runs `work` with it, and deletes it.
 * Throws `unavailable` when the folder cannot be created.
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

/** System error codes of full or failing disks. A firewall can cause some of them too, as failures of `connect`. */
const diskFailures = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOENT', 'ENOTDIR', 'EMFILE', 'ENFILE'];

/** Returns the `unavailable` error for a failure to store a file; null for any other error. */
export function noRoom(cause: unknown): FramemillError | null {
  if (!(cause instanceof Error && 'code' in cause && 'syscall' in cause)) return null;
  const { code, syscall } = cause;
  if (syscall === 'connect' || !diskFailures.includes(String(code))) return null;
  const message = 'The service cannot store the file on its disk for the check. Try again later.';
  return new FramemillError('unavailable', message, {}, { cause });
}
