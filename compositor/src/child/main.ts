// The render process: takes tasks over IPC, one at a time. Started by startRenderChild only.
import { flushCompileCache } from 'node:module';
import { FramemillError } from '@framemill/timeline/errors';
import { createTaskRunner } from './handlers/index.ts';
import type { ChildMessage, TaskMessage } from './protocol.ts';

const run = createTaskRunner();

process.on('message', (message: TaskMessage) => {
  void answer(message);
});
// Without a parent nobody wants the result.
process.on('disconnect', () => process.exit(0));

async function answer({ id, task }: TaskMessage): Promise<void> {
  let last = 0;
  try {
    const result = await run(task, (done) => {
      if (done <= last) return;
      last = done;
      send({ type: 'progress', id, done });
    });
    send({ type: 'result', id, result });
    keepCompiled(task.type);
  } catch (error) {
    send({ type: 'error', id, error: describe(error) });
  }
}

const kinds = new Set<string>();

/** Each kind of task loads what it needs. Most processes end with a SIGKILL; the next start shall find what they have compiled. */
function keepCompiled(kind: string): void {
  if (kinds.has(kind)) return;
  kinds.add(kind);
  flushCompileCache();
}

function send(message: ChildMessage): void {
  // A parent that is gone cannot be told; `disconnect` ends this process.
  if (process.connected) process.send?.(message, () => undefined);
}

function describe(error: unknown) {
  if (error instanceof FramemillError) return { code: error.code, message: error.message, details: error.details };
  const message = error instanceof Error ? error.message : String(error);
  // A bug or a machine in trouble: the stack goes to the log of whoever started this, never into a message for users.
  process.stderr.write(`${error instanceof Error ? error.stack : message}\n`);
  return { code: 'internal_error' as const, message, details: {} };
}
