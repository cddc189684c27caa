import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildResult, ChildTask, RenderChild } from '@framemill/compositor/child';
import { FramemillError } from '@framemill/timeline';

/**
 * Fingerprint of simulated ("paced") nodes. It keeps real nodes from reusing the segments of paced nodes, which contain
 * no frames.
 */
export const pacedFingerprint = 'paced'.padEnd(64, '0');

/**
 * Starts a simulated ("paced") render process, which takes `msPerFrame` for each frame and writes a line of text
 * instead of each segment. The rest of a render's time is therefore overhead of the service. The process exits as after
 * a crash on a task that uses the source with the SHA-256 `faultySource` (null for none).
 */
export function startPacedChild({
  msPerFrame,
  faultySource,
}: {
  msPerFrame: number;
  faultySource: string | null;
}): RenderChild {
  const gone = Promise.withResolvers<{ code: number | null; signal: NodeJS.Signals | null }>();
  const ending = new AbortController();
  const end = (code: number | null, signal: NodeJS.Signals | null) => {
    ending.abort(new FramemillError('internal_error', 'The simulated render process has ended. Start another.'));
    gone.resolve({ code, signal });
  };

  async function answer(task: ChildTask, onProgress: (done: number) => void): Promise<unknown> {
    if (task.type === 'fingerprint')
      return { fingerprint: pacedFingerprint, codecs: ['libx264', 'libvpx-vp9', 'aac', 'libopus'] };
    if (task.type === 'segments') {
      if (Object.values(task.media).some(({ facts }) => facts.sha256 === faultySource)) {
        end(null, 'SIGSEGV');
        ending.signal.throwIfAborted();
      }
      return renderSegments(task, onProgress);
    }
    if (task.type === 'stitch') return join(task);
    throw new FramemillError(
      'internal_error',
      `The simulated render process does not support tasks of type "${task.type}". Use the real render process.`,
    );
  }

  async function renderSegments(task: Extract<ChildTask, { type: 'segments' }>, onProgress: (done: number) => void) {
    const segments = [];
    const startedMs = performance.now();
    let done = 0;
    for (const { index, startFrame, endFrame, outPath } of task.segments) {
      const frames = endFrame - startFrame;
      done += frames;
      // Waits until the frames are due: delayed timers on a busy machine must not add up to a slower pace.
      const dueMs = startedMs + done * msPerFrame;
      await wait(Math.max(0, dueMs - performance.now()), undefined, { signal: ending.signal });
      onProgress(done);
      segments.push({ index, frames, ...(await write(outPath, `frames ${startFrame} to ${endFrame}\n`)) });
    }
    const spentMs = { decode: 0, upload: 0, composite: 0, readBack: 0, encode: 0 };
    const worked = { pid: process.pid, stages: {} };
    return { segments, warnings: [], spentMs, worked, card: null, residentBytes: process.memoryUsage.rss() };
  }

  return {
    pid: process.pid,
    exited: gone.promise,
    kill: (signal = 'SIGKILL') => end(null, signal),
    run: async (task, { onProgress } = {}) => parseResult(await answer(task, onProgress ?? (() => undefined))),
  };
}

async function join(task: Extract<ChildTask, { type: 'stitch' }>) {
  const parts = await Promise.all(task.segments.map((path) => readFile(path, 'utf8')));
  const frames = task.segmentFrames.reduce((sum, count) => sum + count, 0);
  const { num, den } = task.profile.rate;
  return { ...(await write(task.outPath, parts.join(''))), durationSec: (frames * den) / num };
}

async function write(path: string, text: string): Promise<{ sizeBytes: number; sha256: string }> {
  await writeFile(path, text);
  return { sizeBytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}

/** Asserts the type of a task's result. `answer` returns for each task type the shape that the type requires. */
function parseResult<T extends ChildTask>(result: unknown): ChildResult<T> {
  return result as ChildResult<T>;
}
