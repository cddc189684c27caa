import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/**
 * Creates an empty folder for the tests of a file or of a `describe`, which is removed after them. Call it where hooks
 * are registered, not in a test.
 */
export function suiteFolder(): string {
  const folder = newFolder();
  afterAll(() => remove(folder));
  return folder;
}

/** Creates an empty folder for the running test, which is removed after it. Call it in a test or a `beforeEach`. */
export function testFolder(): string {
  const folder = newFolder();
  onTestFinished(() => remove(folder));
  return folder;
}

/** Folders that exist. Those of suites that were skipped are removed when the process ends. */
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

/** Separate small disk in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Removes the disk with all its files. No process may have one of its files open. */
  remove(): void;
}

/**
 * Mounts a disk of the given number of MiB in memory. Returns null, with a message on the console, when the user has no
 * right to mount it: only root on Linux has.
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
