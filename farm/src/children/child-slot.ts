import { mkdtemp, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import {
  type ChildResult,
  type ChildTask,
  createRecyclePolicy,
  type RecyclePolicy,
  type RenderChild,
  type RenderChildOptions,
} from '@framemill/compositor/child';
import type { Logger } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { ChildLost, type LossReason, type MemoryAtDeath, reasonOfDeath } from './child-lost.ts';
import { kernelKills, kernelKillsSince, watchMemory } from './child-memory.ts';
import { watchFreeze, watchProgress } from './progress-watch.ts';
import type { StuckLimit } from './stuck-limit.ts';

/** Options for starting and limiting the children of a slot. */
export interface ChildSlotOptions {
  /** Name of the slot in logs, such as `slot-0` or `preview`. */
  name: string;
  startChild: (options: RenderChildOptions) => RenderChild;
  /** Folder in which each child gets a private folder as its home. */
  scratchDir: string;
  environment: (folder: string) => Record<string, string>;
  memoryLimitBytes: number;
  /** Niceness of the child process, see `RenderChildOptions`. Default 0. */
  niceness?: number;
  /** Time limit without progress, after which a child is ended. All slots of a node share one. */
  stuckLimit: StuckLimit;
  /**
   * Task that each new child runs first, to warm up; real tasks wait for it. With a warm-up task, a lost child is
   * replaced at once instead of when the next task starts.
   */
  warmTask?: ChildTask;
  /** Time in ms that an aborted task gets to end by itself, so that its warm child need not be ended. Default 0. */
  abortGraceMs?: number;
  log: Logger;
  onReplaced: (reason: LossReason) => void;
}

/** Options for running one task: the abort signal and the progress callback. */
export interface RunOptions {
  /**
   * Signal that ends the child: SIGTERM to its process group, SIGKILL after 300 ms. The call rejects when the child
   * has exited.
   */
  signal: AbortSignal;
  onProgress?: (done: number) => void;
}

/** Slot that runs one task at a time in a render child. A lost child is replaced before the next task. */
export interface ChildSlot {
  /** Starts the child before it is needed, so that the first task does not wait for it. */
  warm(): Promise<void>;
  /**
   * Runs a task. Rejects with `ChildLost` when the child ends early, with the signal's reason when the signal is
   * aborted before the task begins, and otherwise with the child's own error.
   */
  run<T extends ChildTask>(task: T, options: RunOptions): Promise<ChildResult<T>>;
  /** Sets whether the current child, and those that replace it, may use an idle CPU core in addition to its own. */
  giveRoom(hasRoom: boolean): void;
  /** Process id of the running child; null when there is none. */
  readonly pid: number | null;
  close(): Promise<void>;
}

/** Time in ms between SIGTERM and SIGKILL. A child has no data to save, because only uploaded outputs count. */
const killGraceMs = 300;

interface Running {
  child: RenderChild;
  folder: string;
  /** Policy that determines when the child is replaced although it is healthy. */
  recycle: RecyclePolicy;
  gone: boolean;
  /** Resolves when the warm-up task has ended, whether it succeeded or not. */
  ready: Promise<void>;
}

/** Time limit in ms for the warm-up task of a child. A machine that needs longer is broken. */
const warmLimitMs = 60_000;

/**
 * Creates a slot, which runs one task at a time in a render child. A child that has ended is replaced before the next
 * task.
 */
export function createChildSlot(options: ChildSlotOptions): ChildSlot {
  const { name, log } = options;
  let current: Promise<Running> | null = null;
  let live: RenderChild | null = null;
  let hasRoom = false;
  let closed = false;

  async function start(): Promise<Running> {
    const folder = await mkdtemp(path.join(options.scratchDir, `${name}-`));
    const { niceness = 0 } = options;
    const child = options.startChild({ env: options.environment(folder), cwd: folder, detached: true, niceness });
    const running: Running = { child, folder, recycle: createRecyclePolicy(), gone: false, ready: makeReady(child) };
    live = child;
    child.giveRoom?.(hasRoom);
    void child.exited.then(async () => {
      running.gone = true;
      if (live === child) live = null;
      await rm(folder, { recursive: true, force: true });
    });
    return running;
  }

  async function makeReady(child: RenderChild): Promise<void> {
    if (options.warmTask === undefined) return;
    const timer = setTimeout(() => child.kill('SIGKILL'), warmLimitMs);
    try {
      await child.run(options.warmTask);
    } catch (error) {
      // The next task reports the error when the problem persists.
      log.info({ err: error, slot: name }, 'a render child could not be warmed');
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Ends a child whose task failed. With a warm-up task it also starts the next child at once, so that the next task
   * need not wait.
   */
  async function discard(child: RenderChild): Promise<void> {
    await end(child);
    if (options.warmTask !== undefined && !closed) current = start();
  }

  // Serializes the calls: warming the child and running a task may begin at the same moment.
  function living(): Promise<Running> {
    const before = current?.catch(() => null) ?? Promise.resolve(null);
    current = before.then(async (existing) => {
      if (existing && !existing.gone && !existing.recycle.isDue) return existing;
      if (existing && !existing.gone) await end(existing.child);
      return start();
    });
    return current;
  }

  return {
    async warm() {
      await living();
    },
    async run(task, { signal, onProgress }) {
      const [running, stuckAfterMs] = await Promise.all([living(), options.stuckLimit.limitMs(task)]);
      await readyOrAborted(running.ready, signal);
      // From here to the listener below there is no await: an abort in between would be missed.
      signal.throwIfAborted();
      running.recycle.count(task);
      const { child } = running;
      let lossReason: LossReason = 'crash';
      let detail = '';
      const killsBefore = kernelKills();
      const watch = watchMemory({
        pid: child.pid,
        limitBytes: options.memoryLimitBytes,
        onExceeded: (bytes) => {
          lossReason = 'memory';
          detail =
            `its memory of ${toMegabytes(bytes)} MB exceeded the limit of ${toMegabytes(options.memoryLimitBytes)} ` +
            'MB. Raise CHILD_MEMORY_MB';
          child.kill('SIGKILL');
        },
      });
      const progress = watchProgress({
        limitMs: stuckAfterMs,
        onStuck: () => {
          lossReason = 'stuck';
          const advice =
            stuckAfterMs === options.stuckLimit.mostMs
              ? '. Raise CHILD_STUCK_SEC if such work needs more time'
              : ', the time limit for this work on this node';
          detail = `it made no progress for ${Math.round(stuckAfterMs / 100) / 10} s${advice}`;
          child.kill('SIGKILL');
        },
      });
      const freeze = watchFreeze({
        pid: child.pid,
        onFrozen: () => {
          lossReason = 'killed';
          detail = 'another process had paused it with a signal';
          child.kill('SIGKILL');
        },
      });
      const onDone = (done: number) => {
        progress.progressed();
        onProgress?.(done);
      };
      let grace: NodeJS.Timeout | undefined;
      const giveUp = () => {
        lossReason = 'aborted';
        detail = String(signal.reason);
        void end(child);
      };
      const onAbort = () => {
        if (options.abortGraceMs === undefined) giveUp();
        else grace = setTimeout(giveUp, options.abortGraceMs);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      try {
        const startedAt = performance.now();
        const listeners = { onProgress: onDone, onSeek: progress.progressed };
        const result = await Promise.race([child.run(task, listeners), lostWhenGone(child)]);
        await options.stuckLimit.learn(task, performance.now() - startedAt);
        if ('residentBytes' in result) running.recycle.holds(result.residentBytes);
        return result;
      } catch (error) {
        // The child's own error is reliable only while the child is running and nothing has ended it.
        const wellKept = error instanceof FramemillError && !running.gone && lossReason === 'crash';
        if (wellKept) {
          if (error.code !== 'invalid_request' && error.details.isProcessWell !== true) await discard(child);
          throw error;
        }
        await discard(child);
        const exit = await child.exited;
        let memory: MemoryAtDeath | undefined;
        if (lossReason === 'crash') {
          const { peakBytes } = watch;
          const highBytes = highMemoryBytes(options.memoryLimitBytes);
          lossReason = reasonOfDeath(exit, {
            ...{ peakBytes, highBytes },
            kernelKills: await kernelKillsSince(await killsBefore),
          });
          if (lossReason === 'oom') memory = { residentBytes: peakBytes, isHigh: peakBytes >= highBytes };
          detail = detailOf(lossReason, peakBytes);
        }
        options.onReplaced(lossReason);
        const how = exit.signal === null ? `code ${exit.code}` : `signal ${exit.signal}`;
        // A log line already has the field `pid` with the node's own process id.
        const lost = { slot: name, childPid: child.pid, task: task.type, reason: lossReason, detail, how };
        log.warn(lost, 'render child lost');
        const said = error instanceof Error && lossReason === 'crash' ? `: ${error.message}` : detail && `: ${detail}`;
        throw new ChildLost(lossReason, `The render process ended (${lossReason}, ${how})${said}.`, memory);
      } finally {
        watch.stop();
        progress.stop();
        freeze.stop();
        clearTimeout(grace);
        signal.removeEventListener('abort', onAbort);
      }
    },
    giveRoom(has) {
      hasRoom = has;
      live?.giveRoom?.(has);
    },
    get pid() {
      return live?.pid ?? null;
    },
    async close() {
      closed = true;
      const existing = await current?.catch(() => null);
      if (existing && !existing.gone) await end(existing.child);
      current = null;
    },
  };
}

/** Waits until the child is ready or `signal` is aborted. */
async function readyOrAborted(ready: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const aborted = Promise.withResolvers<void>();
  const onAbort = () => aborted.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  await Promise.race([ready, aborted.promise]);
  signal.removeEventListener('abort', onAbort);
}

async function lostWhenGone(child: RenderChild): Promise<never> {
  const { code, signal } = await child.exited;
  throw new Error(`exit code ${code}, signal ${signal}`);
}

/** Ends a child and resolves when it has exited. */
async function end(child: RenderChild): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), killGraceMs);
  await child.exited;
  clearTimeout(timer);
}

/**
 * Computes the memory in bytes from which a child counts as the cause of a memory shortage. It is half of the child's
 * limit or half of the available memory, whichever is smaller.
 */
function highMemoryBytes(limitBytes: number): number {
  const constrained = process.constrainedMemory();
  const thereIs = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.min(limitBytes, thereIs) / 2;
}

function detailOf(reason: LossReason, peakBytes: number): string {
  if (reason === 'oom') {
    return (
      `the machine ran out of memory while the process used ${toMegabytes(peakBytes)} MB. Give the node more ` +
      'memory or fewer slots'
    );
  }
  return reason === 'killed' ? 'another process ended it with a signal' : '';
}

function toMegabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
