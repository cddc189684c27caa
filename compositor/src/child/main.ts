// Main program of the render process: it receives tasks over IPC, one at a time. Started by startRenderChild only.
import { flushCompileCache } from 'node:module';
import { FramemillError } from '@framemill/timeline/errors';
import { createTaskRunner } from './handlers/index.ts';
import type { ChildMessage, RoomMessage, TaskMessage } from './tasks.ts';

// A message costs 0.2 ms here and half of that in the parent: more than a percent of a simple frame.
const progressEveryMs = 100;
const seekingEveryMs = 500;

let hasRoom = false;
const run = createTaskRunner(() => hasRoom);

process.on('message', (message: TaskMessage | RoomMessage) => {
  if ('task' in message) void answer(message);
  else hasRoom = message.hasRoom;
});
// Without a parent, no process needs the result.
process.on('disconnect', () => process.exit(0));

async function answer({ id, task }: TaskMessage): Promise<void> {
  let last = 0;
  let reported = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const tell = (now: number) => {
    if (last <= reported) return;
    [reported, reportedAt] = [last, now];
    send({ type: 'progress', id, done: last });
  };
  try {
    const onProgress = (done: number) => {
      last = Math.max(last, done);
      const now = performance.now();
      if (now - reportedAt >= progressEveryMs) tell(now);
    };
    const onSeek = () => {
      const now = performance.now();
      if (now - reportedAt < seekingEveryMs) return;
      reportedAt = now;
      // The event loop does not run meanwhile; a pipe with free capacity is written to immediately.
      send({ type: 'seeking', id });
    };
    const result = await run(task, onProgress, onSeek);
    tell(performance.now());
    send({ type: 'result', id, result });
    keepCompiled(task.type);
  } catch (error) {
    send({ type: 'error', id, error: describe(error) });
  }
}

const kinds = new Set<string>();

/**
 * Saves compiled code to the cache after the first task of each type, because each type loads other modules. Most
 * processes are ended by SIGKILL and could not save it at their end; later processes start faster with it.
 */
function keepCompiled(kind: string): void {
  if (kinds.has(kind)) return;
  kinds.add(kind);
  flushCompileCache();
}

function send(message: ChildMessage): void {
  // After the parent has ended nothing can be sent; `disconnect` ends this process.
  if (process.connected) process.send?.(message, () => undefined);
}

function describe(error: unknown) {
  if (error instanceof FramemillError) return { code: error.code, message: error.message, details: error.details };
  const message = errorMessage(error);
  // A bug or a failing machine: the stack goes to the log of the parent process, never into a message for users.
  process.stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  return {
    code: 'internal_error' as const,
    message: 'The render process failed with an internal error. See its log for the cause.',
    details: {},
  };
}

/**
 * Returns the message of an unexpected error. For an error of the operating system it is only the code and the system
 * call, because the original message contains a local path.
 */
function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isSystems = 'syscall' in error && 'code' in error;
  return isSystems ? `${error.code} in ${error.syscall}` : error.message;
}
