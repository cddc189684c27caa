import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Farm node in a separate process, as started by `npm run node`. */
export interface FarmProcess {
  pid: number;
  /** Returns the output of the node so far, stdout and stderr together. */
  output(): string;
  /** Resolves when the node has joined the farm. Rejects with its output when it ends before. */
  joined: Promise<void>;
  /** Resolves with the exit code of the process; null when a signal ended it. */
  exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts a node with exactly the environment `env`, plus PATH and Node's compile cache. It has no browser unless `env`
 * sets HTML_CLIPS. Returns before the node has joined.
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
