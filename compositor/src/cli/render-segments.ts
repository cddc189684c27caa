import type { SegmentPlan } from '../catalog.ts';
import { type ChildTask, createWear, type RenderChild } from '../child/index.ts';
import { createSegmentShares } from './segment-shares.ts';
import type { RenderEvents, Workshop } from './workshop.ts';

type SegmentsTask = Extract<ChildTask, { type: 'segments' }>;

/**
 * Renders segments into the files that `pathOf` names, with all processes of the workshop side by side; one that is worn is replaced
 * between two batches. Returns the processes that are there at the end.
 */
export async function renderSegments(
  project: Omit<SegmentsTask, 'type' | 'segments'>,
  segments: readonly SegmentPlan[],
  pathOf: (index: number) => string,
  events: Pick<RenderEvents, 'onProgress' | 'onWarning'>,
  workshop: Pick<Workshop, 'renderers' | 'start'>,
): Promise<readonly RenderChild[]> {
  const renderers = [...workshop.renderers];
  const slots = Math.min(renderers.length, segments.length);
  const shares = createSegmentShares(segments, slots);
  const warned = new Set<string>();
  const warn = (sentence: string) => {
    if (!warned.has(sentence)) events.onWarning(sentence);
    warned.add(sentence);
  };
  const doneBySlot: number[] = Array.from({ length: slots }, () => 0);
  const report = (slot: number, done: number) => {
    doneBySlot[slot] = done;
    events.onProgress(doneBySlot.reduce((sum, part) => sum + part, 0));
  };

  const renderShare = async (first: RenderChild, slot: number) => {
    let child = first;
    let wear = createWear();
    let before = 0;
    for (let batch = shares.take(slot); batch.length > 0; batch = shares.take(slot)) {
      if (wear.isWorn) {
        child.kill();
        child = workshop.start();
        renderers[slot] = child;
        wear = createWear();
      }
      const files = batch.map(({ index, startFrame, endFrame }) => ({
        index,
        startFrame,
        endFrame,
        outPath: pathOf(index),
      }));
      const task: SegmentsTask = { type: 'segments', ...project, segments: files };
      const onProgress = (done: number) => report(slot, before + done);
      wear.count(task);
      const { warnings, residentBytes } = await child.run(task, { onProgress });
      wear.holds(residentBytes);
      for (const warning of warnings) warn(warning);
      before += batch.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
      report(slot, before);
    }
  };
  await Promise.all(renderers.slice(0, slots).map(renderShare));
  return renderers;
}
