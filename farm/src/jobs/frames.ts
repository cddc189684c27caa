import path from 'node:path';
import type { ChildResults, ChildTask } from '@framemill/compositor/child';
import { lanesFor, sourcesShown } from '@framemill/compositor/plan';
import {
  type Pool,
  pools,
  type RenderRangeJob,
  type RenderRangeResult,
  renderRangeJob,
} from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';
import { fetchMedia, mediaFolder, only } from './fetch-media.ts';
import { defineNodeJob, isForOthers, type JobContext } from './job-kind.ts';
import { keepFinished, RangeStopped, storeSegment } from './store-segments.ts';

/**
 * Job kind that renders a frame range. It fetches the sources that the frames need, renders consecutive segments in a
 * child, which verifies them, and stores each segment under its hash.
 */
export const framesKind = defineNodeJob(renderRangeJob, { lane: 'slot', priority: 2, run: renderFrames });

async function renderFrames(job: RenderRangeJob, context: JobContext): Promise<RenderRangeResult> {
  const pool = requireEngine(job.fingerprint, context);
  refuseSpeculative(job, context);
  const { rangeStageSeconds, framesRendered } = context.metrics;
  const startedAt = performance.now();
  const { document, profile, media: sources } = await context.renderSnapshot(job.documentKey);
  const [first, last] = [job.segments[0], job.segments.at(-1)];
  const needed = sourcesShown(document, profile, first?.startFrame ?? 0, last?.endFrame ?? 0);
  const media = await fetchMedia(only(sources, needed), mediaFolder(context), context);
  const fetchedAt = performance.now();

  const outPath = (index: number) => path.join(context.scratchDir, `segment-${index}`);
  const segments = job.segments.map(({ contentKey: _, ...segment }) => ({
    ...segment,
    outPath: outPath(segment.index),
  }));
  const { htmlFrames } = context;
  const drawnBy = pool === 'gpu' ? 'gpu' : 'cpu';
  const encodedBy = drawnBy === 'gpu' && profile.format === 'mp4' ? context.encodedBy : null;
  const task = {
    ...({ type: 'segments', document, profile, media, segments, htmlFrames, drawnBy } as const),
    ...(encodedBy === null ? {} : { encodedBy }),
  };
  const endSessions = noteSessions(context, task);
  const rendered = await context
    .runTask(task, context.reportFrames)
    .catch(async (error: unknown) => {
      throw isForOthers(context.signal) ? new RangeStopped(await keepFinished(job, context, outPath)) : error;
    })
    .finally(endSessions);
  noteCard(context, rendered.card);
  for (const warning of rendered.warnings) context.log.warn({ renderId: job.renderId }, warning);
  const renderedAt = performance.now();

  const byIndex = new Map(rendered.segments.map((segment) => [segment.index, segment]));
  const results: RenderRangeResult['segments'] = [];
  for (const ordered of job.segments) {
    const { index, startFrame, endFrame } = ordered;
    const segment = byIndex.get(index);
    const frames = endFrame - startFrame;
    if (segment?.frames !== frames) {
      throw new FramemillError(
        'internal_error',
        `Segment ${index} was rendered with ${segment?.frames ?? 'no'} frames instead of ${frames}. Render it again.`,
        { check: 'frames' },
      );
    }
    const { sha256, sizeBytes } = segment;
    results.push(await storeSegment(context, job, ordered, { path: outPath(index), sha256, sizeBytes }));
  }
  const uploadedAt = performance.now();

  const stages = {
    fetch: fetchedAt - startedAt,
    render: renderedAt - fetchedAt,
    ...stagesOf(rendered.spentMs),
    upload: uploadedAt - renderedAt,
  };
  noteSpans(context, rendered, { startedAt, fetchedAt, renderedAt, uploadedAt });
  for (const [stage, ms] of Object.entries(stages)) rangeStageSeconds.observe({ pool, stage }, ms / 1000);
  const frames = results.reduce((sum, segment) => sum + segment.frames, 0);
  framesRendered.inc({ pool }, frames);
  const seconds = (uploadedAt - startedAt) / 1_000;
  context.log.info(
    { renderId: job.renderId, frames, seconds: rounded(seconds), framesPerSecond: rounded(frames / seconds) },
    'range rendered',
  );
  return {
    segments: results,
    nodeId: context.nodeId,
    fetchMs: Math.round(stages.fetch),
    renderMs: Math.round(stages.render),
    uploadMs: Math.round(stages.upload),
  };
}

/**
 * Records the spans of a range: fetch, render (in the render process) and upload. The stages of the render process
 * alternate from frame to frame: the span of a stage is from its first to its last moment, `busyMs` the time within it.
 */
function noteSpans(
  { noteSpan }: JobContext,
  { worked, spentMs }: Rendered,
  at: { startedAt: number; fetchedAt: number; renderedAt: number; uploadedAt: number },
): void {
  const between = (from: number, until: number) => {
    return { fromMs: performance.timeOrigin + from, untilMs: performance.timeOrigin + until };
  };
  noteSpan('fetch', between(at.startedAt, at.fetchedAt));
  const renderTimes = between(at.fetchedAt, at.renderedAt);
  const parent = noteSpan('render', renderTimes, { attributes: { 'process.pid': worked.pid } });
  for (const stage of ['decode', 'composite', 'encode'] as const) {
    const times = worked.stages[stage];
    const busyMs = Math.round(spentMs[stage]);
    if (times !== undefined) noteSpan(stage, times, { parent, attributes: { busyMs } });
  }
  noteSpan('upload', between(at.renderedAt, at.uploadedAt));
}

type SegmentsTask = Extract<ChildTask, { type: 'segments' }>;
type Rendered = ChildResults['segments'];

/** Adds the encoder sessions of a task to the metrics. The returned function subtracts them again. */
function noteSessions(
  { metrics }: JobContext,
  { drawnBy = 'cpu', encodedBy, profile, segments }: SegmentsTask,
): () => void {
  const labels = { pool: drawnBy, kind: encodedBy === undefined ? 'software' : 'hardware' };
  const sessions = drawnBy === 'gpu' ? lanesFor(profile, segments.length) : 1;
  metrics.encoderSessions.inc(labels, sessions);
  return () => metrics.encoderSessions.dec(labels, sessions);
}

function noteCard({ metrics }: JobContext, card: Rendered['card']): void {
  if (card === null) return;
  metrics.cardMemoryBytes.set({ pool: 'gpu', state: 'used' }, card.usedBytes);
  metrics.cardMemoryBytes.set({ pool: 'gpu', state: 'limit' }, card.limitBytes);
  metrics.cardBusySeconds.inc({ pool: 'gpu' }, card.computedMs / 1_000);
}

function stagesOf({ decode, upload, composite, readBack, encode }: Rendered['spentMs']): Record<string, number> {
  return { decode, to_device: upload, composite, read_back: readBack, encode };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

// The slow node itself, or another one on the same machine, would be as slow again.
function refuseSpeculative({ avoid }: RenderRangeJob, { nodeId }: JobContext): void {
  if (!avoid?.includes(nodeId)) return;
  const message =
    `Node "${nodeId}" refused a second attempt of a frame range: the first one is running on this node, or on the ` +
    'same machine. The attempt needs another machine.';
  throw new FramemillError('unavailable', message);
}

/**
 * Returns the pool in which this node has the render engine `wanted` (fingerprint of a version of the render program).
 * Throws `unavailable` when no pool has this engine, because another engine would produce different bytes. The
 * scheduler should never send a job for which this happens.
 */
export function requireEngine(wanted: string, { engines }: Pick<JobContext, 'engines'>): Pool {
  const found = pools.find((pool) => engines[pool] === wanted);
  if (found !== undefined) return found;
  const own = Object.entries(engines).map(([pool, engine]) => `${pool}: ${engine.slice(0, 12)}`);
  throw new FramemillError(
    'unavailable',
    `The job needs the render engine ${wanted.slice(0, 12)}, but this node has ${own.join(', ')}. Run the ` +
      'same version of Framemill on all nodes.',
  );
}
