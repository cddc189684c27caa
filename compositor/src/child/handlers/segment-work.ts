import { rename } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { PacketFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { RenderStage } from '../../graph/backend.ts';
import { copyGroups } from '../../media/copy/copy-groups.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { verifySegment } from '../../media/stitch/verify-segment.ts';
import type { OutputProfile } from '../../plan/profile.ts';
import type { Renderer } from '../../render/renderer.ts';
import type { ChildResults, SegmentTask } from '../tasks.ts';

type Results = ChildResults['segments'];

/** Work queue of the segments of a range: each renderer takes the next one until none is left. */
export interface SegmentWork {
  /**
   * Renders and verifies one segment after another. A segment's file gets its final name only when complete. Several
   * renderers may run concurrently.
   */
  renderWith(renderer: Renderer): Promise<void>;
  /** Stops all renderers: each throws at its next frame. Unfinished segments return to the queue. */
  stop(): void;
  /** Allows rendering again after `stop`. */
  resume(): void;
  readonly results: Results['segments'];
  /**
   * Time spent in each rendering stage (decoding, drawing, encoding), in ms, summed over all renderers: concurrent
   * renderers together spend more than the elapsed time.
   */
  readonly spentMs: Results['spentMs'];
}

/** Creates a work queue. `onProgress` gets the total number of finished frames of all segments, which never falls. */
export function createSegmentWork(
  segments: readonly SegmentTask[],
  { profile, media }: { profile: OutputProfile; media: MediaFiles },
  onProgress: (done: number) => void,
): SegmentWork {
  const waiting = [...segments];
  const results: Results['segments'] = [];
  const spentMs = noTimes();
  const framesDone = new Map<number, number>();
  let reported = 0;
  let stopped = false;

  function note(index: number, done: number): void {
    if (stopped) throw new Error('Rendering stopped because another segment of the range failed.');
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

/** Returns the source file for a stream copy. Throws `internal_error` when its facts have no packet table. */
function sourceOf(src: string, media: MediaFiles): { source: string; packets: PacketFacts } {
  const file = media[src];
  const packets = file?.facts.packets;
  if (!file || !packets) {
    const message =
      `Stream copy of "${src}" failed: the facts of this source contain no list of its packets. Probe the whole file ` +
      'again, and start the render again.';
    throw new FramemillError('internal_error', message);
  }
  return { source: file.path, packets };
}

function noTimes(): Record<RenderStage, number> {
  return { decode: 0, upload: 0, composite: 0, readBack: 0, encode: 0 };
}
