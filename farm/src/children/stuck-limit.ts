import { stat } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import type { ChildTask } from '@framemill/compositor/child';
import { allClips, type Clip, rateOf } from '@framemill/timeline/rendering';

/** Multiple of the expected time that a task may take without progress. */
const timesExpected = 10;
const leastMs = 15_000;
/** Number of recent tasks from which the speed of the node is computed. */
const remembered = 16;
/**
 * Maximum ratio of measured to expected time that is used. A higher ratio means that the machine was suspended, not
 * slow.
 */
const mostFactor = 20;

/** Computes how long a task may make no progress before the node ends the task's child. */
export interface StuckLimit {
  /** Configured maximum of the limit in ms (CHILD_STUCK_SEC). */
  readonly mostMs: number;
  /**
   * Computes the limit of a task in ms: 10 times its expected time at this node's speed, at least 15 s, both multiplied
   * by the number of processes that share a processor core, at most the configured maximum.
   */
  limitMs(task: ChildTask): Promise<number>;
  /**
   * Updates the measured speed of this node with the duration `tookMs` of a completed task. A slow or busy node thus
   * gets longer limits.
   */
  learn(task: ChildTask, tookMs: number): Promise<void>;
}

/**
 * Creates the time limits of a node. `mostMs` is the maximum (CHILD_STUCK_SEC, in ms) and the limit of tasks whose
 * duration cannot be estimated. `sharing` returns how many processes share a processor core of the node.
 */
export function createStuckLimit(mostMs: number, sharing = processesPerCore): StuckLimit {
  const factors: number[] = [];
  return {
    mostMs,
    async limitMs(task) {
      const expected = await expectedMs(task);
      if (expected === null) return mostMs;
      const factor = Math.max(1, ...factors);
      return Math.min(mostMs, Math.max(leastMs, timesExpected * factor * expected) * Math.max(1, sharing()));
    },
    async learn(task, tookMs) {
      const expected = await expectedMs(task);
      if (expected === null) return;
      factors.push(Math.min(mostFactor, tookMs / expected));
      if (factors.length > remembered) factors.shift();
    },
  };
}

/**
 * Average number of processes per core that ran or waited for a processor in the last minute. Both are those of the
 * machine, also in a container.
 */
const processesPerCore = () => (loadavg()[0] ?? 0) / cpus().length;

/**
 * Estimated costs of work in ms, from which time limits are computed. They are those of a slow current machine, so that
 * the first limits of a node are long enough.
 */
const ms = {
  start: 1_000,
  frame: 5,
  outputPixel: 40e-6,
  sourcePixel: 10e-6,
  seekPixel: 2e-6,
  heardSecond: 50,
  /** Cost per byte of a probe: hash, packets, and two reads at the ends of the file. */
  probedByte: 20e-6,
} as const;

/** Assumed number of frames to decode for a seek in a source whose GOP length was not measured. */
const usualGroup = 300;
/** Margin in seconds. Clips this close to the segments may be opened ahead of time or overlap them in a transition. */
const marginSec = 1;

/**
 * Estimates the duration of a task in ms, from the costs in `ms`. A frame range costs its frames (by the pixels of the
 * output and the visible sources) and a seek in each source. An audio mix costs its audible seconds. Returns null for
 * kinds of tasks without an estimate and for documents with HTML clips or compositions, whose duration
 * cannot be predicted.
 */
async function expectedMs(task: ChildTask): Promise<number | null> {
  switch (task.type) {
    case 'segments': {
      const { num, den } = task.profile.rate;
      const frames = task.segments.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
      const fromSec = ((task.segments[0]?.startFrame ?? 0) * den) / num;
      const toSec = ((task.segments.at(-1)?.endFrame ?? 0) * den) / num;
      const pixels = task.profile.width * task.profile.height;
      return frameMs(task, { fromSec, toSec, frames, perSecond: num / den, pixels });
    }
    case 'frame': {
      const { width, height, fps } = task.document.settings;
      const { num, den } = rateOf(fps);
      let total = 0;
      for (const atSec of [task.atSec].flat()) {
        const window = { fromSec: atSec, toSec: atSec, frames: 1, perSecond: num / den };
        const image = frameMs(task, { ...window, pixels: width * height });
        if (image === null) return null;
        total += image;
      }
      return total;
    }
    case 'audio':
      return ms.start + allClips(task.document).reduce((sum, clip) => sum + audibleSec(clip), 0) * ms.heardSecond;
    case 'probe':
      return ms.start + (await stat(task.path).catch(() => ({ size: 0 }))).size * ms.probedByte;
    default:
      return null;
  }
}

interface Window {
  fromSec: number;
  toSec: number;
  frames: number;
  perSecond: number;
  /** Number of pixels of one output frame. */
  pixels: number;
}

function frameMs(
  { document, media }: Pick<Extract<ChildTask, { type: 'segments' | 'frame' }>, 'document' | 'media'>,
  { fromSec, toSec, frames, perSecond, pixels }: Window,
): number | null {
  if (document.clips.some(({ type }) => type === 'html' || type === 'composition')) return null;
  let total = ms.start + frames * (ms.frame + pixels * ms.outputPixel);
  for (const clip of document.clips) {
    const from = Math.max(clip.start, fromSec - marginSec);
    const to = Math.min(clip.start + clip.duration, toSec + marginSec);
    const facts = media[clip.src]?.facts;
    if (to < from || facts === undefined || clip.type === 'audio') continue;
    const size = (facts.width ?? 0) * (facts.height ?? 0);
    const shown = Math.min(frames, Math.ceil((to - from) * perSecond) + 1);
    total += shown * Math.max(1, clip.speed) * size * ms.sourcePixel;
    if (facts.kind === 'video') total += (facts.seek?.pixels ?? size * usualGroup) * ms.seekPixel;
  }
  return total;
}

/**
 * Computes how many seconds of a clip's source are decoded for audio, assuming decoding from the start of the source.
 * Some containers need that, wherever the clip begins.
 */
function audibleSec(clip: Clip): number {
  return clip.type === 'audio' || clip.type === 'video' ? clip.mediaStart + clip.duration * Math.max(1, clip.speed) : 0;
}
