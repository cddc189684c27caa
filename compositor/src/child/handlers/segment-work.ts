import { rename } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { PacketFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { OutputProfile } from '../../catalog.ts';
import { copyGroups } from '../../media/copy/copy-groups.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { verifySegment } from '../../media/stitch/verify-segment.ts';
import type { Renderer } from '../../render/renderer.ts';
import type { RenderStage } from '../../render-stage.ts';
import type { ChildResults, SegmentTask } from '../tasks.ts';

type Results = ChildResults['segments'];

/** The segments of a range on their way: who renders takes the next one, until there is none. */
export interface SegmentWork {
  /** Renders segment after segment, and verifies each; a file that has its name is whole. Several renderers may do so side by side. */
  renderWith(renderer: Renderer): Promise<void>;
  /** Ends those that render: each throws at its next frame. What they had begun is there to be taken again. */
  stop(): void;
  /** Lets the work begin again after `stop`. */
  resume(): void;
  readonly results: Results['segments'];
  /** Of all renderers together: side by side they spend more than the clock shows. */
  readonly spentMs: Results['spentMs'];
}

/** `onProgress` hears the frames done of all segments, never falling. */
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
    if (stopped) throw new Error('Another segment of the range has failed.');
    framesDone.set(index, done);
    const total = [...framesDone.values()].reduce((sum, frames) => sum + frames, 0);
    // What is begun anew counts only when it is farther than it was.
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
    // What the encoder still held.
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
        // Lets the parent's end be noticed between two segments.
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

/** The file whose groups are copied. Throws `internal_error` when the plan was made of another one. */
function sourceOf(src: string, media: MediaFiles): { source: string; packets: PacketFacts } {
  const file = media[src];
  const packets = file?.facts.packets;
  if (!file || !packets) throw new FramemillError('internal_error', `${src} was planned to be copied unread.`);
  return { source: file.path, packets };
}

function noTimes(): Record<RenderStage, number> {
  return { decode: 0, upload: 0, composite: 0, readBack: 0, encode: 0 };
}
