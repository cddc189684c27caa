// Worker thread that answers calls: an API without a socket. The main thread terminates it when a call takes too long.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createScriptEngine, scriptWasmUrl } from '@framemill/timeline';
import { stepBack } from '../threads/step-back.ts';
import type { ThreadMessage, ThreadOrder, ThreadSettings } from '../threads/thread-task.ts';
import { threadCpuMs } from '../threads/watch-own-thread.ts';
import { giveMemoryBack, mostKept, prepareToGiveBack } from './give-memory-back.ts';
import { createThreadApp } from './thread-app.ts';
import { connectThread } from './thread-deps.ts';
import { warmUp } from './warm-up.ts';

const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread. Start the API instead.');
const say = (message: ThreadMessage) => port.postMessage(message);
const settings: ThreadSettings = workerData;

stepBack();
prepareToGiveBack();
const scripts = await createScriptEngine({
  wasm: readFileSync(new URL(scriptWasmUrl())),
  now: threadCpuMs,
});
const deps = await connectThread(settings, { scripts, say });
const answer = await createThreadApp(deps);
await warmUp(deps);

/** Abort controllers of the running tasks by id. They end the wait of a task whose caller has disconnected. */
const running = new Map<number, AbortController>();
const IDLE_AFTER_MS = 2_000;
let idleTimer: NodeJS.Timeout | undefined;

port.on('message', (order: ThreadOrder) => {
  const { id } = order;
  if (order.kind === 'gone') return running.get(id)?.abort();
  clearTimeout(idleTimer);
  const gone = new AbortController();
  running.set(id, gone);
  const answered = answer(id, order.task, gone.signal).finally(() => running.delete(id));
  const sent = answered.then(
    (found) => port.postMessage({ kind: 'done', id, answer: found } satisfies ThreadMessage, [found.body.buffer]),
    (error: unknown) =>
      say({ kind: 'failed', id, reason: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
  void sent.then(() => {
    if (running.size > 0) return;
    giveMemoryBack();
    idleTimer = setTimeout(giveMemoryBack, IDLE_AFTER_MS, mostKept.idle).unref();
  });
});
say({ kind: 'ready' });
