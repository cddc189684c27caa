import { type ChildTask, createRecyclePolicy, machineHasRoom, type RenderChild } from '@framemill/compositor/child';
import { type SegmentPlan, segmentCores } from '@framemill/compositor/plan';
import type { RenderEvents, RenderPool } from './render-pool.ts';

/** Rendered segment: its plan, and the size and hash of its file. */
export interface RenderedSegment extends SegmentPlan {
  sizeBytes: number;
  sha256: string;
}

type SegmentsTask = Extract<ChildTask, { type: 'segments' }>;

/** Returns the number of processes that render segments concurrently on `slots` CPU cores. */
export function segmentProcesses(profile: SegmentsTask['profile'], slots: number): number {
  return Math.ceil(slots / segmentCores(profile));
}

/**
 * Renders segments into the files that `pathOf` returns, with `segmentProcesses` processes of the pool concurrently. A
 * process that is due for recycling is replaced between two batches of segments. `before`, if given, is called once,
 * with the last of the processes that render. That process renders its first batch when `before` has resolved; the
 * other processes do not wait. `onCleanBatch` is called with the segments of each batch that had no warnings. Returns
 * the processes of the pool, including those that replaced others.
 */
export async function renderSegments(
  project: Omit<SegmentsTask, 'type' | 'segments'>,
  segments: readonly SegmentPlan[],
  pathOf: (index: number) => string,
  events: Pick<RenderEvents, 'onProgress' | 'onWarning'> & {
    onCleanBatch?: (batch: readonly RenderedSegment[]) => Promise<void>;
  },
  pool: Pick<RenderPool, 'renderers' | 'start' | 'slots'>,
  before?: (child: RenderChild) => Promise<void>,
): Promise<RenderChild[]> {
  const renderers = [...pool.renderers];
  const slots = Math.min(renderers.length, segments.length, segmentProcesses(project.profile, pool.slots));
  const shares = createSegmentShares(segments, slots);
  const warned = new Set<string>();
  const warn = (sentence: string) => {
    if (!warned.has(sentence)) events.onWarning(sentence);
    warned.add(sentence);
  };
  const doneBySlot: number[] = Array.from({ length: slots }, () => 0);
  const report = (slot: number, frames: number) => {
    doneBySlot[slot] = frames;
    events.onProgress(doneBySlot.reduce((sum, part) => sum + part, 0));
  };

  /**
   * Busy processes by their slot. When a process has finished, another one may use its CPU core in addition to its own.
   */
  const atWork = new Map(renderers.slice(0, slots).entries());
  const shareRoom = () => {
    const free = machineHasRoom() ? pool.slots - atWork.size : 0;
    for (const [place, child] of [...atWork.values()].entries()) child.giveRoom?.(place < free);
  };

  const renderShare = async (first: RenderChild, slot: number) => {
    let child = first;
    let recycle = createRecyclePolicy();
    let done = 0;
    if (slot === slots - 1) await before?.(child);
    for (let batch = shares.take(slot); batch.length > 0; batch = shares.take(slot)) {
      if (recycle.isDue) {
        child.kill();
        child = pool.start();
        renderers[slot] = child;
        atWork.set(slot, child);
        shareRoom();
        recycle = createRecyclePolicy();
      }
      const files = batch.map(({ contentKey: _, ...segment }) => ({ ...segment, outPath: pathOf(segment.index) }));
      const task: SegmentsTask = { type: 'segments', ...project, segments: files };
      const onProgress = (ofBatch: number) => report(slot, done + ofBatch);
      recycle.count(task);
      const { segments: written, warnings, residentBytes } = await child.run(task, { onProgress });
      recycle.holds(residentBytes);
      for (const warning of warnings) warn(warning);
      const hashed = batch.flatMap((segment) => {
        const file = written.find(({ index }) => index === segment.index);
        return file ? [{ ...segment, sizeBytes: file.sizeBytes, sha256: file.sha256 }] : [];
      });
      if (warnings.length === 0) await events.onCleanBatch?.(hashed);
      done += batch.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
      report(slot, done);
    }
    atWork.delete(slot);
    shareRoom();
  };
  shareRoom();
  await Promise.all(renderers.slice(0, slots).map(renderShare));
  return renderers;
}

/**
 * Distribution of segments to render processes. Each process gets adjacent segments in order, so that its decoders need
 * not seek.
 */
export interface SegmentShares {
  /** Returns the next adjacent segments for process `slot`; empty when none are left. */
  take(slot: number): SegmentPlan[];
}

// Small batches let a fast process take over work from a slow one; processes stay warm between two batches.
const BATCH = 4;

/**
 * Assigns each of `slots` processes a sequence of adjacent segments, with about equal numbers of frames. When a process
 * has finished its sequence, it gets one half of the longest remaining sequence: the half with more frames.
 */
export function createSegmentShares(segments: readonly SegmentPlan[], slots: number): SegmentShares {
  const runs: SegmentPlan[][] = Array.from({ length: slots }, () => []);
  const total = framesOf(segments);
  let before = 0;
  for (const segment of segments) {
    const frames = framesOf([segment]);
    // Index of the run that contains the segment's middle.
    runs[Math.min(slots - 1, Math.floor((slots * (before + frames / 2)) / total))]?.push(segment);
    before += frames;
  }
  return {
    take(slot) {
      const own = runs[slot] ?? [];
      if (own.length === 0) {
        const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), own);
        own.push(...takeHalf(longest));
        runs[slot] = own;
      }
      // A fraction of the rest: batches shrink towards the end, so that all processes end together.
      return own.splice(0, Math.max(1, Math.min(BATCH, Math.ceil(own.length / 4))));
    },
  };
}

function takeHalf(run: SegmentPlan[]): SegmentPlan[] {
  const middle = Math.floor(run.length / 2);
  const isFrontLonger = framesOf(run.slice(0, middle)) > framesOf(run.slice(middle));
  return isFrontLonger ? run.splice(0, middle) : run.splice(middle);
}

function framesOf(segments: readonly SegmentPlan[]): number {
  return segments.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
}
