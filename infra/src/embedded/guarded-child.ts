import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Shell script that runs a command and ends it when the pipe on the script's stdin closes. The kernel closes the pipe
 * when the parent process stops the child or dies in any way, SIGKILL included. A child that was suspended is continued
 * first, so that it receives the signal. The shell costs 1 MB per child. Works the same on Linux and macOS.
 */
const guard = `
exec 3<&0
signal=$1; shift
"$@" 3<&- </dev/null & child=$!
{ read -r _ <&3; kill -s "$signal" $child; kill -s CONT $child; } 2>/dev/null & watch=$!
exec 3<&-
wait $child; status=$?
# Interrupted by a signal of our own: the child may still be ending.
while kill -0 $child 2>/dev/null; do wait $child; status=$?; done
kill $watch 2>/dev/null
exit $status
`;

/** Options for starting and stopping a guarded child process. */
export interface GuardedChildOptions {
  command: string;
  args: string[];
  /** Signal that requests a clean shutdown of the child. */
  stopSignal: 'INT' | 'TERM';
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** User as which the child runs. Setting it requires root. */
  user?: { uid: number; gid: number };
}

/** Child process that ends with this process, also when this process is killed. */
export interface GuardedChild {
  /** Process id of the shell that guards the child, and id of the child's process group. */
  pid: number;
  stdout: Readable;
  stderr: Readable;
  /** Resolves when the child has ended or could not be started. */
  exited: Promise<{ code: number | null }>;
  /** Stops the child with `stopSignal`, and kills it after `timeoutMs`. Resolves when it has exited. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Starts a child process that ends with this process. The child has its own session, so Ctrl-C in a terminal sends its
 * signal only to this process.
 */
export function spawnGuarded(options: GuardedChildOptions): GuardedChild {
  const child = spawn('/bin/sh', ['-c', guard, 'guard', options.stopSignal, options.command, ...options.args], {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.user ?? {}),
  });
  const exited = new Promise<{ code: number | null }>((resolve) => {
    child.once('error', () => resolve({ code: null }));
    child.once('exit', (code) => resolve({ code }));
  });
  // Nothing is ever written to the pipe; it breaks when the guard ends first.
  child.stdin.on('error', () => {});
  return {
    pid: child.pid ?? -1,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    stop: (timeoutMs) => stop(child, exited, timeoutMs),
  };
}

async function stop(child: ChildProcess, exited: Promise<unknown>, timeoutMs: number): Promise<void> {
  child.stdin?.destroy();
  const timer = setTimeout(() => {
    // Kill the whole process group: the guard, the child and the child's own children.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  }, timeoutMs);
  await exited;
  clearTimeout(timer);
}

/**
 * Resolves when the child prints a matching line. All lines, also later ones, are passed to `onLine`, so that the
 * output pipes never fill. Rejects with the last lines when the child ends first, or after `timeoutMs`.
 */
export function waitForLine(
  child: GuardedChild,
  match: RegExp,
  timeoutMs: number,
  onLine: (line: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const last: string[] = [];
    const timer = setTimeout(
      () => reject(new Error(`not ready after ${timeoutMs} ms:\n${last.join('\n')}`)),
      timeoutMs,
    );
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        onLine(line);
        last.push(line);
        if (last.length > 20) last.shift();
        if (match.test(line)) {
          clearTimeout(timer);
          resolve();
        }
      });
    }
    child.exited.then(({ code }) => {
      clearTimeout(timer);
      reject(new Error(`ended with code ${code}:\n${last.join('\n')}`));
    });
  });
}
