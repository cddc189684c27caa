import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaFacts } from '@framemill/timeline';
import { audioKey, mayBeCopied, outputFrames, outputProfile, planCopy, planSegments } from '../catalog/index.ts';
import { type RenderChild, wearOf } from '../child/index.ts';
import type { SegmentTask } from '../child/tasks.ts';
import type { Reading } from '../media/probe-media.ts';
import { copyProject } from './copy-project.ts';
import { findSources } from './find-sources.ts';
import type { RenderOptions } from './options.ts';
import { readProject } from './read-project.ts';
import { createSegmentShares } from './segment-shares.ts';

export interface RenderEvents {
  onStart(totalFrames: number): void;
  /** Frames rendered so far by all processes together. */
  onProgress(done: number): void;
  onStitch(): void;
  /** Something was wrong with a source, but the render goes on. Each sentence once. */
  onWarning(sentence: string): void;
}

export interface RenderOutcome {
  frames: number;
  durationSec: number;
  sizeBytes: number;
  sha256: string;
  /** The source's own pictures went into the output, none was encoded. */
  copied: boolean;
}

/** Where a render is made, and by whom. */
export interface Workshop {
  scratch: string;
  unfinished: string;
  outPath: string;
  /** Ready, or about to be. */
  renderers: readonly RenderChild[];
  /** Starts another one. */
  start(): RenderChild;
}

// Segment files are looked up by their place, never by their key: nothing is reused between two runs.
const NO_FINGERPRINT = 'local';

/** Plans, renders and joins; the finished file is put in its place at the end. */
export async function runRender(
  options: RenderOptions,
  events: RenderEvents,
  workshop: Workshop,
): Promise<RenderOutcome> {
  const { document, mediaRoot } = await readProject(options.projectPath);
  const { format, quality, resolution } = options;
  const { profile } = outputProfile(document.settings, {
    format,
    quality,
    resolution,
    maxShortSide: null,
    watermark: false,
  });
  const frames = outputFrames(document, profile);
  const renderers = [...workshop.renderers];
  // Only a copy needs to know a source to its last byte.
  const reading = mayBeCopied(document, profile) ? 'whole' : 'ends';
  const media = await findSources(document, mediaRoot, probeWith(renderers, reading));
  const table = Object.fromEntries(Object.entries(media).map(([src, { facts }]) => [src, facts]));
  const copy = planCopy(document, profile, table);
  if (copy) {
    events.onStart(frames);
    const files = { soundPath: join(workshop.scratch, 'sound.mp4'), outPath: workshop.unfinished };
    const project = { document, profile, media };
    const copied = await copyProject(copy, project, files, anyOf(renderers), (done) => events.onProgress(done));
    await rename(workshop.unfinished, workshop.outPath);
    return { frames, ...copied, copied: true };
  }
  const segments = planSegments(document, profile, table, NO_FINGERPRINT);
  const audible = audioKey(document, profile, table, NO_FINGERPRINT) !== null;
  events.onStart(frames);

  const pathOf = (index: number) => join(workshop.scratch, `segment-${index}.mp4`);
  const htmlFrames = join(workshop.scratch, 'html');
  const audioPath = audible ? join(workshop.scratch, 'sound.mp4') : null;
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
    let wear = 0;
    let before = 0;
    for (let batch = shares.take(slot); batch.length > 0; batch = shares.take(slot)) {
      const tasks: SegmentTask[] = batch.map(({ index, startFrame, endFrame }) => ({
        index,
        startFrame,
        endFrame,
        outPath: pathOf(index),
      }));
      const onProgress = (done: number) => report(slot, before + done);
      const task = { type: 'segments', document, profile, media, segments: tasks, htmlFrames } as const;
      if (wear >= 1) {
        child.kill();
        child = workshop.start();
        renderers[slot] = child;
        wear = 0;
      }
      wear += wearOf(task);
      for (const warning of (await child.run(task, { onProgress })).warnings) warn(warning);
      before += batch.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
      report(slot, before);
    }
  };
  const mix = async () => {
    if (audioPath === null) return;
    const child = workshop.start();
    await child.run({ type: 'audio', document, profile, media, outPath: audioPath });
    // Its memory is better used by the ones that render.
    child.kill();
  };
  await Promise.all([...renderers.slice(0, slots).map(renderShare), mix()]);

  events.onStitch();
  const stitched = await anyOf(renderers).run({
    type: 'stitch',
    segments: segments.map(({ index }) => pathOf(index)),
    segmentFrames: segments.map(({ startFrame, endFrame }) => endFrame - startFrame),
    audio: audioPath,
    profile,
    outPath: workshop.unfinished,
  });
  await rename(workshop.unfinished, workshop.outPath);
  return { frames, ...stitched, copied: false };
}

/** Looks at sources with all processes side by side; each takes one at a time. */
function probeWith(children: readonly RenderChild[], reading: Reading): (path: string) => Promise<MediaFacts> {
  const lines = children.map((child) => ({ child, last: Promise.resolve<unknown>(undefined) }));
  let turn = 0;
  return (path) => {
    const line = lines[turn++ % lines.length];
    if (!line) throw new Error('There is no process to look at the sources.');
    const next = line.last.then(() => line.child.run({ type: 'probe', path, reading }));
    // The caller sees the failure; the line behind it stops as well, since `next` rejects for all that follow.
    line.last = next;
    return next;
  };
}

function anyOf(children: readonly RenderChild[]): RenderChild {
  const [first] = children;
  if (!first) throw new Error('There is no process that could write the output.');
  return first;
}
