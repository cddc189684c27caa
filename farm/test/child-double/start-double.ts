import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RenderChild, RenderChildOptions } from '@framemill/compositor/child';
import { FramemillError } from '@framemill/timeline';

const main = fileURLToPath(new URL('./double-main.ts', import.meta.url));

type Reply = {
  id: number;
  result?: never;
  progress?: number;
  seeking?: boolean;
  error?: { code: 'invalid_request'; message: string };
};

/**
 * Starts the test double of a render child in a process group of its own, as the compositor's `startRenderChild` starts
 * the real child.
 */
export function startDouble(options: RenderChildOptions): RenderChild {
  const child = fork(main, [], { ...options, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const pending = new Map<
    number,
    {
      resolve: (value: never) => void;
      reject: (error: Error) => void;
      onProgress?: ((done: number) => void) | undefined;
      onSeek?: (() => void) | undefined;
    }
  >();
  let lastId = 0;
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => {
      for (const { reject } of pending.values()) reject(new Error(`ended with ${code ?? signal}`));
      pending.clear();
      resolve({ code, signal });
    });
  });
  child.on('message', (reply: Reply) => {
    const waiting = pending.get(reply.id);
    if (!waiting) return;
    if (reply.progress !== undefined) return waiting.onProgress?.(reply.progress);
    if (reply.seeking) return waiting.onSeek?.();
    pending.delete(reply.id);
    if (reply.error) waiting.reject(new FramemillError(reply.error.code, reply.error.message));
    else if (reply.result !== undefined) waiting.resolve(reply.result);
  });
  return {
    pid: child.pid ?? -1,
    exited,
    kill: (signal = 'SIGTERM') => {
      // 0 would be the group of whoever runs the test.
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, signal);
      } catch {
        // Already gone.
      }
    },
    run: (task, runOptions) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        pending.set(lastId, { resolve, reject, ...runOptions });
        // A child that is gone by now is told of by its exit.
        child.send({ id: lastId, task }, () => undefined);
      }),
  };
}
