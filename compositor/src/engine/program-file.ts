import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Build record of a bundle: its folder and the sources from which it was built. Paths of sources are relative to the
 * checkout.
 */
interface Program {
  folder: string;
  /** Hash of the code that determines the output's bytes (`program/engine-hash.mjs`). */
  engine: string;
  sources: { path: string; size: number; mtimeMs: number; sha256: string }[];
}

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const builds = fileURLToPath(new URL('../../program/build', import.meta.url));

/**
 * Returns the path of the bundle of the render process or of the command line, which installation builds
 * (`program/build.mjs`). Returns null when there is none, or when the sources have changed since it was built; the
 * caller then runs the sources directly. Takes 4 to 10 ms.
 */
export function programFile(
  entry: 'child' | 'command',
  { root = checkout, folder = builds }: { root?: string; folder?: string } = {},
): string | null {
  const program = currentProgram(root, folder);
  return program && join(folder, program.folder, `${entry}.mjs`);
}

/**
 * Returns the hash of the code that determines the output's bytes, which the build stored in the bundle. Returns null
 * when there is no bundle, or when the sources have changed since it was built.
 */
export function programEngine(): string | null {
  return currentProgram(checkout, builds)?.engine ?? null;
}

function currentProgram(root: string, folder: string): Program | null {
  const program = readProgram(join(folder, 'program.json'));
  return program?.sources.every((source) => isSame(source, root)) ? program : null;
}

function readProgram(path: string): Program | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // Not made yet.
    return null;
  }
}

/**
 * Whether a source file is unchanged: its size and its modification time, or its size and its hash, are equal. The hash
 * is needed because the files of a copied checkout have new times.
 */
function isSame({ path, size, mtimeMs, sha256 }: Program['sources'][number], root: string): boolean {
  const file = `${root}/${path}`;
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.size !== size) return false;
  return there.mtimeMs === mtimeMs || createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
}

/**
 * Folder in which Node caches compiled code for later starts, since half of a process's start is compilation. It is the
 * folder that this process already uses, if any. Node ignores a folder that is not writable.
 */
export const compileCache =
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../../.build/compile-cache', import.meta.url));
