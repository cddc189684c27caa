import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A farm node in a process of its own, as `npm run node` starts it. */
export interface FarmProcess {
  pid: number;
  /** What it wrote so far, both streams. */
  output(): string;
  /** Resolves when the node has joined; rejects with its output when it ends before. */
  joined: Promise<void>;
  /** Resolves with the exit code (null: a signal). */
  exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts a node with exactly `env` (and PATH and Node's compile cache), without a browser unless `env` says HTML_CLIPS;
 * does not wait until it has joined.
 */
export function spawnFarm(env: Record<string, string>, args: string[] = []): FarmProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, METRICS_PORT: '0', HTML_CLIPS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const output = () => lines.join('\n');
  const ready = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<number | null>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) ready.resolve();
    });
  }
  child.once('close', (code) => {
    exited.resolve(code);
    ready.reject(new Error(`the node ended before it joined:\n${output()}`));
  });
  // Not every caller waits for it.
  ready.promise.catch(() => undefined);
  return {
    pid: child.pid ?? -1,
    output,
    joined: ready.promise,
    exited: exited.promise,
    kill: (signal) => child.kill(signal),
  };
}
