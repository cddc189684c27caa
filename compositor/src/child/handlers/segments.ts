import { rename } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { PacketFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { CardBackend, GpuUsage } from '../../gpu/card-backend.ts';
import { memoryLimitBytes } from '../../gpu/machine/graphics-card.ts';
import type { Backend, RenderStage } from '../../graph/backend.ts';
import { copyGroups } from '../../media/copy/copy-groups.ts';
import { chooseHardware } from '../../media/encode/hardware/hardware-choice.ts';
import type { EncoderChoice } from '../../media/encode/hardware/hardware-encoders.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { verifySegment } from '../../media/stitch/verify-segment.ts';
import type { OutputProfile } from '../../plan/profile.ts';
import { lanesFor } from '../../plan/segment-costs.ts';
import type { Renderer, RendererInput, RendererParts } from '../../render/renderer.ts';
import type { ChildResults, Handler, SegmentTask } from '../tasks.ts';
import { createSharedRasteriser, createWarmRenderers, type WarmRenderers } from './warm-renderers.ts';

// Renders with HTML clips are rare, and the start of a browser hardly delays them.
const browserIdleMs = 20_000;

/**
 * Creates the handler that renders segments. On the CPU they are rendered one after the other, so that decoders run
 * forward through consecutive ones; on a GPU several are rendered concurrently. The renderers stay open for the next
 * range of the same render. `hasRoom`: see `RendererParts`.
 */
export function createSegmentsHandler(hasRoom: () => boolean = () => false): Handler<'segments'> {
  const renderers = createWarmRenderers(1);
  const card = createCardLanes();
  const rasteriserOf = createSharedRasteriser({ idleMs: browserIdleMs, keepsWarm: false });
  return {
    type: 'segments',
    run: async ({ document, profile, media, segments, htmlFrames, drawnBy = 'cpu', encodedBy }, onProgress, onSeek) => {
      refuseCopies(media);
      const input = { document, profile, media };
      const parts = { rasteriser: rasteriserOf(htmlFrames), encoder: encoderNamed(encodedBy, profile), hasRoom };
      const work = createSegmentWork(segments, { profile, media }, onProgress);
      const drawn =
        drawnBy === 'gpu'
          ? await card.render(input, parts, work, { segments: segments.length, onSeek })
          : await renderers.with(input, parts, async (renderer) => {
              renderer.onSeek = onSeek;
              await work.renderWith(renderer);
              return { warnings: renderer.warnings(), card: null };
            });
      const residentBytes = process.memoryUsage.rss();
      const worked = { pid: process.pid, stages: work.stages };
      return { segments: work.results, spentMs: work.spentMs, worked, ...drawn, residentBytes };
    },
  };
}

/**
 * Returns the hardware encoder with the given name; null without a name, which means software. Throws `unavailable`
 * when the encoder is not calibrated on this machine, because another encoder would produce different bytes.
 */
function encoderNamed(name: string | undefined, { format }: OutputProfile): EncoderChoice | null {
  if (name === undefined || format !== 'mp4') return null;
  const found = chooseHardware(format, { isOn: true, works: [name] });
  if (found) return found;
  throw new FramemillError(
    'unavailable',
    `The hardware encoder ${name} is not calibrated on this node. Run "npm run calibrate".`,
  );
}

/**
 * Checks that no source is a preview proxy. Throws `internal_error` otherwise, because a final render from proxies
 * would have only half the resolution.
 */
function refuseCopies(media: MediaFiles): void {
  const copy = Object.entries(media).find(([, file]) => file.shownAs !== undefined);
  if (!copy) return;
  throw new FramemillError(
    'internal_error',
    `The render uses a preview copy of "${copy[0]}", which is smaller. Use the original file.`,
  );
}

/**
 * Concurrent rendering of several segments on the GPU. While one segment waits for its frame or its encoder, another is
 * decoded and drawn.
 */
export interface CardLanes {
  /**
   * Renders all segments of `work`. If the frames of several segments do not fit into the GPU's memory together, it
   * starts again with one segment at a time. Resolves with the GPU usage and the warnings of the renderers.
   */
  render(
    input: RendererInput,
    parts: RendererParts,
    work: SegmentWork,
    options: { segments: number; onSeek: () => void },
  ): Promise<{ warnings: string[]; card: GpuUsage | null }>;
}

/**
 * Creates the GPU renderer. The GPU is opened, and its code loaded, only on first use: most processes never use a GPU.
 */
function createCardLanes(): CardLanes {
  let card: CardBackend | null = null;
  let lanes: WarmRenderers[] = [];

  function laneAt(index: number): WarmRenderers {
    const lane = lanes[index] ?? createWarmRenderers(1);
    lanes[index] = lane;
    return lane;
  }

  async function renderSideBySide(
    input: RendererInput,
    parts: RendererParts,
    work: SegmentWork,
    { count, onSeek, warnings }: { count: number; onSeek: () => void; warnings: Set<string> },
  ): Promise<void> {
    card ??= (await import('../../gpu/card-backend.ts')).createCardBackend(memoryLimitBytes());
    const backends: Backend[] = [];
    for (let lane = 0; lane < count; lane++) backends.push(await card.open(lane));
    let failure: { error: unknown } | null = null;
    const running = backends.map(async (backend, index) => {
      try {
        await laneAt(index).with(input, { ...parts, backend, encodesAside: true }, async (renderer) => {
          renderer.onSeek = onSeek;
          await work.renderWith(renderer);
          for (const warning of renderer.warnings()) warnings.add(warning);
        });
      } catch (error) {
        failure ??= { error };
        work.stop();
      }
    });
    await Promise.all(running);
    throwFailure(failure);
  }

  return {
    async render(input, parts, work, { segments, onSeek }) {
      const warnings = new Set<string>();
      const count = lanesFor(input.profile, segments);
      const computedBefore = card?.usage()?.computedMs ?? 0;
      try {
        await renderSideBySide(input, parts, work, { count, onSeek, warnings });
      } catch (error) {
        if (count === 1 || !isFull(error)) throw error;
        // The device is opened anew, so nothing of the old one may be reused.
        for (const lane of lanes) lane.close();
        lanes = [];
        work.resume();
        await renderSideBySide(input, parts, work, { count: 1, onSeek, warnings });
      }
      const usage = card?.usage() ?? null;
      const computedMs = Math.max(0, (usage?.computedMs ?? 0) - computedBefore);
      return { warnings: [...warnings], card: usage && { ...usage, computedMs } };
    },
  };
}

function throwFailure(failure: { error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

function isFull(error: unknown): boolean {
  return error instanceof FramemillError && error.details.deviceFull === true;
}

type Results = ChildResults['segments'];

/** Queue of the segments to render. Each renderer takes the next segment until none is left. */
interface SegmentWork {
  /**
   * Renders segments from the queue one after another, and verifies each. A segment's file gets its final name only
   * when it is complete. Several renderers may run concurrently.
   */
  renderWith(renderer: Renderer): Promise<void>;
  /** Stops all renderers: each throws at its next frame, and its unfinished segment returns to the queue. */
  stop(): void;
  /** Allows rendering again after `stop`. */
  resume(): void;
  readonly results: Results['segments'];
  /**
   * Time spent in each rendering stage (decoding, drawing, encoding), in ms, summed over all renderers. With concurrent
   * renderers it exceeds the elapsed time.
   */
  readonly spentMs: Results['spentMs'];
  /** First and last moment of each stage, in ms since 1970. */
  readonly stages: Results['worked']['stages'];
}

/** Creates a work queue. `onProgress` gets the number of finished frames of all segments, which never decreases. */
function createSegmentWork(
  segments: readonly SegmentTask[],
  { profile, media }: { profile: OutputProfile; media: MediaFiles },
  onProgress: (done: number) => void,
): SegmentWork {
  const waiting = [...segments];
  const results: Results['segments'] = [];
  const spentMs = noTimes();
  const stages: Results['worked']['stages'] = {};
  const framesDone = new Map<number, number>();
  let reported = 0;
  let stopped = false;

  function note(index: number, done: number): void {
    if (stopped) throw new Error('Rendering stopped because another segment of the task failed.');
    framesDone.set(index, done);
    const total = [...framesDone.values()].reduce((sum, frames) => sum + frames, 0);
    // A restarted segment counts only when the total exceeds the last reported one.
    if (total <= reported) return;
    reported = total;
    onProgress(total);
  }

  async function render(
    renderer: Renderer,
    { index, startFrame, endFrame, outPath, made }: SegmentTask,
  ): Promise<void> {
    let lapAt = performance.now();
    const partPath = `${outPath}.part`;
    const onStage = (ended: RenderStage) => {
      const now = performance.now();
      spentMs[ended] += now - lapAt;
      const { fromMs } = stages[ended] ?? { fromMs: performance.timeOrigin + lapAt };
      stages[ended] = { fromMs, untilMs: performance.timeOrigin + now };
      lapAt = now;
    };
    const onFrame = (done: number) => note(index, done);
    const frames = endFrame - startFrame;
    const copied = made !== undefined && 'src' in made;
    const info = copied
      ? copyGroups({ ...sourceOf(made.src, media), firstFrame: made.sourceFrame, frames, outPath: partPath })
      : await renderer.renderSegment(startFrame, endFrame, partPath, onFrame, onStage, made);
    if (copied) onFrame(frames);
    // The frames that the encoder had buffered.
    onStage('encode');
    await verifySegment(partPath, { frames, profile, copied });
    await rename(partPath, outPath);
    results.push({ index, ...info });
  }

  return {
    spentMs,
    stages,
    async renderWith(renderer) {
      for (let segment = waiting.shift(); segment; segment = waiting.shift()) {
        try {
          await render(renderer, segment);
        } catch (error) {
          waiting.unshift(segment);
          framesDone.delete(segment.index);
          throw error;
        }
        // Lets this process notice the end of its parent between two segments.
        await setImmediate();
      }
    },
    stop() {
      stopped = true;
    },
    resume() {
      stopped = false;
    },
    get results() {
      return results.toSorted((a, b) => a.index - b.index);
    },
  };
}

/** Returns the source file for a stream copy. Throws `internal_error` when its metadata has no packet table. */
function sourceOf(src: string, media: MediaFiles): { source: string; packets: PacketFacts } {
  const file = media[src];
  const packets = file?.facts.packets;
  if (!file || !packets) {
    const message =
      `Stream copy of "${src}" failed: the probe of this source recorded no list of its packets. Probe the whole ` +
      'file again, and start the render again.';
    throw new FramemillError('internal_error', message);
  }
  return { source: file.path, packets };
}

function noTimes(): Record<RenderStage, number> {
  return { decode: 0, upload: 0, composite: 0, readBack: 0, encode: 0 };
}
