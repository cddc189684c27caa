import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/**
 * Creates an empty folder for the tests of a file or of a `describe`, and removes it after these tests. Call it where
 * hooks are registered, not in a test.
 */
export function suiteFolder(): string {
  const folder = newFolder();
  afterAll(() => remove(folder));
  return folder;
}

/** Creates an empty folder for the running test, and removes it after the test. Call it in a test or a `beforeEach`. */
export function testFolder(): string {
  const folder = newFolder();
  onTestFinished(() => remove(folder));
  return folder;
}

/** Folders that exist. When a suite is skipped, its folder is removed at the end of the process. */
const folders = new Set<string>();
process.once('exit', () => folders.forEach(remove));

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'framemill-test-'));
  folders.add(folder);
  return folder;
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Small disk in memory, separate from the system's disks, on which tests can run out of space. */
export interface SmallDisk {
  readonly folder: string;
  /** Unmounts the disk and discards its files. No process may have any of these files open. */
  remove(): void;
}

/**
 * Mounts a disk of `sizeMib` MiB in memory. Only root on Linux may mount it; otherwise returns null and prints a
 * message.
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
