import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FramemillError } from '@framemill/timeline/errors';
import { giveWay, killGroup } from '../chromium/process-group.ts';
import { compileCache, programFile } from '../engine/program-file.ts';
import type { ChildMessage, ChildResult, ChildTask, RoomMessage, TaskMessage } from './tasks.ts';

/** Options for starting a render process. */
export interface RenderChildOptions {
  /**
   * Environment of the child. Nothing is inherited, so that no credential is accessible to media decoders. Default:
   * only Node's compile cache and the settings of malloc.
   */
  env?: Record<string, string>;
  cwd?: string;
  /** Whether the child gets its own process group, so that `kill` also ends everything it started. Default false. */
  detached?: boolean;
  /**
   * Niceness added to that of this process, 0 to 19: higher values leave more CPU time to other programs. Default 0.
   * Has no effect without `detached`.
   */
  niceness?: number;
  onExit?: (exit: ChildExit) => void;
}

/** Exit code or signal of an ended process. The other of the two is null. */
export interface ChildExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Callbacks for the progress of a task. */
export interface TaskListeners {
  onProgress?: ((done: number) => void) | undefined;
  /**
   * Called at most twice a second while sources are decoded up to the next frame to show. It is a sign of progress
   * while `done` does not change.
   */
  onSeek?: (() => void) | undefined;
}

/** Separate render process. A decoder crash, a leak or a kill there ends one task, but never the caller. */
export interface RenderChild {
  readonly pid: number;
  /**
   * Runs one task; rejects while another one is running. `onProgress` gets the number of finished frames, which never
   * decreases, at most ten times a second and once at the end. Rejects with the FramemillError of the task, or with
   * RenderChildEnded when the process ended first.
   */
  run<T extends ChildTask>(task: T, options?: TaskListeners): Promise<ChildResult<T>>;
  /**
   * Tells the process whether another core of the machine is free; if so, a rendering task uses up to two threads.
   * Absent for processes that do not support this.
   */
  giveRoom?(hasRoom: boolean): void;
  /** Kills the process (and its group when detached). Default SIGKILL. Does nothing when it has ended. */
  kill(signal?: NodeJS.Signals): void;
  readonly exited: Promise<ChildExit>;
}

/** Error of a render process that ended before its task did. The task may be retried in another process. */
export class RenderChildEnded extends Error {
  readonly exit: ChildExit;

  constructor(exit: ChildExit) {
    const how = exit.signal ? `by ${exit.signal}` : `with exit code ${exit.code}`;
    super(`The render process ended ${how} before its task was done.`);
    this.name = 'RenderChildEnded';
    this.exit = exit;
  }
}

// Encoders and decoders are created for every segment: x264 takes 210 MB at 1080p, in blocks of up to 14 MB. The
// process keeps this memory: freed pages would have to be cleared again a second later, 3 to 9 % of a render's time for
// 70 MB less at its peak. Larger blocks, those of 4K, get separate mappings: in the heap they leave holes that the next
// ones do not fit in. With pages of 2 MB a mapping costs next to nothing to set up, and frames cause fewer TLB misses
// than in pages of 4 kB. One heap serves all threads: an encoder on another thread would keep another 200 MB in a
// second heap. Read by glibc only.
const keepMemory = [
  'glibc.malloc.mmap_threshold=16777216',
  'glibc.malloc.trim_threshold=1073741824',
  'glibc.malloc.hugetlb=1',
  'glibc.malloc.arena_max=1',
].join(':');

// Objects live for a frame at most. A smaller nursery (MB; V8's default is 16) fits into the processor's cache, and a
// process takes 45 MB less.
const smallNursery = '--max-semi-space-size=2';

/**
 * Starts a render process. Its first task runs after about 0.15 s. The process ends automatically with this one. Throws
 * `unavailable` when it cannot be started.
 */
export function startRenderChild(options: RenderChildOptions = {}): RenderChild {
  const child = fork(programFile('child') ?? fileURLToPath(new URL('./main.ts', import.meta.url)), [], {
    env: { NODE_COMPILE_CACHE: compileCache, GLIBC_TUNABLES: keepMemory, ...options.env },
    cwd: options.cwd,
    detached: options.detached ?? false,
    execArgv: [smallNursery],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { pid } = child;
  if (pid === undefined) {
    const message = 'The render process could not be started. Check whether the process limit is reached.';
    throw new FramemillError('unavailable', message);
  }
  if (options.detached && options.niceness) giveWay(pid, options.niceness);
  let lastId = 0;
  let current: PendingTask | null = null;
  let gone: ChildExit | null = null;
  let knowsOfRoom = false;

  const exited = new Promise<ChildExit>((resolve) => {
    child.on('exit', (code, signal) => {
      gone = { code, signal };
      current?.reject(new RenderChildEnded(gone));
      current = null;
      options.onExit?.(gone);
      resolve(gone);
    });
  });
  // A failed send is followed by the exit event, which rejects the task with how the process ended.
  child.on('error', () => undefined);
  child.on('message', (message: ChildMessage) => {
    if (!current || message.id !== current.id) return;
    if (message.type === 'progress') return current.onProgress?.(message.done);
    if (message.type === 'seeking') return current.onSeek?.();
    const task = current;
    current = null;
    if (message.type === 'result') task.resolve(message.result);
    else task.reject(new FramemillError(message.error.code, message.error.message, message.error.details));
  });

  return {
    pid,
    exited,
    run<T extends ChildTask>(task: T, listeners: TaskListeners = {}) {
      return new Promise<ChildResult<T>>((resolve, reject) => {
        if (gone) return reject(new RenderChildEnded(gone));
        if (current)
          return reject(
            new FramemillError(
              'internal_error',
              'This render process is busy. Wait until its task ends, or start another process.',
            ),
          );
        lastId += 1;
        current = { id: lastId, resolve: resolveWith(resolve), reject, ...listeners };
        const message: TaskMessage = { id: lastId, task };
        child.send(message);
      });
    },
    giveRoom(hasRoom) {
      if (gone || hasRoom === knowsOfRoom) return;
      knowsOfRoom = hasRoom;
      const message: RoomMessage = { hasRoom };
      child.send(message, () => undefined);
    },
    kill(signal = 'SIGKILL') {
      if (gone) return;
      if (options.detached) killGroup(pid, signal);
      else child.kill(signal);
    },
  };
}

interface PendingTask extends TaskListeners {
  id: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Adapts a typed resolver to a child's untyped response. The type is not checked, because the child runs the same code.
 */
function resolveWith<T>(resolve: (result: T) => void): (result: unknown) => void {
  return (result) => resolve(parseResult<T>(result));
}

function parseResult<T>(result: unknown): T {
  return result as T;
}
