import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a bundle lies and what it was made of; paths of sources are relative to the checkout. */
interface Program {
  folder: string;
  /** Hash of the code that makes a film's bytes (`program/engine-hash.mjs`). */
  engine: string;
  sources: { path: string; size: number; mtimeMs: number; sha256: string }[];
}

const checkout = fileURLToPath(new URL('../../..', import.meta.url));
const builds = fileURLToPath(new URL('../../program/build', import.meta.url));

/**
 * File of the bundled render process or command line, which the set-up makes (`program/build.mjs`); null when there is none, or it was made of
 * other sources than those that are there: then the sources are run as they are. Takes 4 to 10 ms.
 */
export function programFile(
  entry: 'child' | 'command',
  { root = checkout, folder = builds }: { root?: string; folder?: string } = {},
): string | null {
  const program = currentProgram(root, folder);
  return program && join(folder, program.folder, `${entry}.mjs`);
}

/** Hash of the code that makes a film's bytes, as the set-up found it in the bundle; null where `programFile` is. */
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

/** A copy of a checkout has the same bytes at another time. */
function isSame({ path, size, mtimeMs, sha256 }: Program['sources'][number], root: string): boolean {
  const file = `${root}/${path}`;
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.size !== size) return false;
  return there.mtimeMs === mtimeMs || createHash('sha256').update(readFileSync(file)).digest('hex') === sha256;
}
