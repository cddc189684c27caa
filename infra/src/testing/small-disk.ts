import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Separate small disk in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Removes the disk with all its files. No process may have one of its files open. */
  remove(): void;
}

/**
 * Mounts a disk of the given number of MiB. Returns null, with a message on the console, when this user may not: only
 * root on Linux may.
 */
export function smallDisk(sizeMib: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'none', folder], { encoding: 'utf8' });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    const reason = mounted.error?.message ?? mounted.stderr.trim();
    console.warn(`A test with a full disk was left out: a small disk could not be mounted (${reason}).`);
    return null;
  }
  return {
    folder,
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
