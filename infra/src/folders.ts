import { chmod, mkdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import type { Config } from './config/load-config.ts';
import type { Metrics } from './metrics/index.ts';

/**
 * Creates a folder, and its missing parents, with `mode`. Replaces the `recursive` option of Node's `mkdir`, which
 * never returns where the file system rejects new folders with ENOENT, as /proc does.
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

const ownerOnly = 0o700;

/**
 * Creates `folder` with access for the current user only. An existing folder is made private, unless it belongs to
 * another user or its file system has no permissions. Missing parent folders are created with the usual mode.
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

/**
 * Disk space in bytes that Framemill's own writes leave free. The embedded PostgreSQL, which shares the disk, ends when
 * it cannot write its log. With this reserve the database keeps running, and so do the services that report the full
 * disk.
 */
export const reservedBytes = 64 * 1024 * 1024;

const reportMs = 10_000;

/** Returns the number of bytes that can still be written to the disk of `folder`. The folder need not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const parent = path.dirname(folder);
    if (isAbsent && parent !== folder) return freeBytes(parent);
    throw error;
  }
}

/**
 * Throws `unavailable` with `waitsFor: 'disk'` when less than `reservedBytes` are free on the disk of `folder`.
 * `whose` names the disk in the message.
 */
export async function requireRoom(folder: string, whose: string): Promise<void> {
  const free = await freeBytes(folder);
  if (free < reservedBytes) throw noRoom(whose, free);
}

function noRoom(whose: string, free: number): FramemillError {
  const found = `${Math.floor(free / 1e6)} MB are free, ${Math.ceil(reservedBytes / 1e6)} MB are required`;
  return new FramemillError('unavailable', `The disk of ${whose} is full: ${found}. Free some disk space.`, {
    waitsFor: 'disk',
  });
}

/** Disks to which a process writes: maps the label of the metric to a folder on the disk. */
export type Disks = Readonly<Record<string, string>>;

/** Periodic measurement of the free space of disks. */
export interface DiskWatch {
  /** Check for `/readyz`. Rejects when one of the disks is full. */
  check(): Promise<void>;
  stop(): void;
}

/**
 * Returns the disk of DATA_DIR, for a process that stores objects in this folder; empty when objects are stored in S3.
 */
export function dataDisk({ objects, dataDir }: Pick<Config, 'objects' | 'dataDir'>): Disks {
  return objects.kind === 'folder' ? { data: dataDir } : {};
}

/** Measures the free bytes of each disk for the metric, at once and then every 10 s until `stop` is called. */
export async function watchDisks({ diskFreeBytes }: Pick<Metrics, 'diskFreeBytes'>, disks: Disks): Promise<DiskWatch> {
  const look = async () => {
    for (const [folder, place] of Object.entries(disks)) {
      const free = await freeBytes(place).catch(() => null);
      // A disk that cannot be measured has no figure.
      if (free === null) diskFreeBytes.remove({ folder });
      else diskFreeBytes.set({ folder }, free);
    }
  };
  await look();
  const timer = setInterval(() => void look(), reportMs).unref();
  return {
    async check() {
      for (const [folder, place] of Object.entries(disks)) await requireRoom(place, folder);
    },
    stop: () => clearInterval(timer),
  };
}
