import type { SegmentPlan } from '../catalog.ts';
import { type ChildTask, createRecyclePolicy, machineHasRoom, type RenderChild } from '../child/index.ts';
import type { RenderEvents, RenderPool } from './render-pool.ts';
import { createSegmentShares } from './segment-shares.ts';

type SegmentsTask = Extract<ChildTask, { type: 'segments' }>;

/**
 * Renders segments into the files that `pathOf` returns, with all processes of the pool concurrently. A process that is
 * due for recycling is replaced between two batches. The last process runs `before` ahead of its share. Returns the
 * processes running at the end.
 */
export async function renderSegments(
  project: Omit<SegmentsTask, 'type' | 'segments'>,
  segments: readonly SegmentPlan[],
  pathOf: (index: number) => string,
  events: Pick<RenderEvents, 'onProgress' | 'onWarning'>,
  pool: Pick<RenderPool, 'renderers' | 'start' | 'slots'>,
  before?: (child: RenderChild) => Promise<void>,
): Promise<RenderChild[]> {
  const renderers = [...pool.renderers];
  const slots = Math.min(renderers.length, segments.length);
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

  /** Working processes by slot. They share the cores of the processes that have finished, one each. */
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
      const { warnings, residentBytes } = await child.run(task, { onProgress });
      recycle.holds(residentBytes);
      for (const warning of warnings) warn(warning);
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
