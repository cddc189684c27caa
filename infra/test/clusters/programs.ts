import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresUser } from '../../src/embedded/postgres-home.ts';
import { type GuardedChild, spawnGuarded } from '../../src/index.ts';

/** Whether the machine has a program. Otherwise prints that the tests of `suite` are left out. */
export function hasProgram(suite: string, program: string): boolean {
  const isThere = spawnSync(program, ['--version']).error === undefined;
  if (!isThere) console.warn(`${suite}: its tests were left out: there is no ${program} here.`);
  return isThere;
}

/** Program that runs in a child process, and all that it has printed. */
export interface Running extends GuardedChild {
  output(): string;
}

/**
 * Starts a program, which ends with this process. If this process runs as root, the program runs as the user
 * `postgres`: PostgreSQL and PgBouncer refuse root.
 */
export function startProgram(command: string, args: string[]): Running {
  const user = postgresUser();
  const child = spawnGuarded({ command, args, stopSignal: 'INT', ...(user === null ? {} : { user }) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  return { ...child, output: () => output };
}

/** Runs a program as `startProgram` does, and waits for its end. Throws with its output when it fails. */
export async function runProgram(command: string, args: string[]): Promise<void> {
  const program = startProgram(command, args);
  const { code } = await program.exited;
  if (code !== 0) throw new Error(`${command} failed with exit code ${code}: ${program.output()}`);
}

/** Creates an empty folder for the files of such programs. */
export function programFolder(): { path: string; remove: () => Promise<void> } {
  const folder = mkdtempSync(path.join(tmpdir(), 'framemill-cluster-'));
  const user = postgresUser();
  if (user !== null) spawnSync('chown', [`${user.uid}:${user.gid}`, folder]);
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
