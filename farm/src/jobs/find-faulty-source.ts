import path from 'node:path';
import type { ChildResult, ChildTask } from '@framemill/compositor/child';
import { FramemillError } from '@framemill/timeline/errors';
import { type Clip, clipSources, type Document } from '@framemill/timeline/rendering';
import { ChildLost } from '../children/child-lost.ts';

/** Maximum number of sources that are tried one by one after a child was lost. With more sources, none is tried. */
const mostSuspects = 8;
/**
 * Maximum number of trials of one source. A trial is repeated only when its child was ended from outside, because such
 * a trial says nothing about the source.
 */
const mostTrials = 3;
/**
 * Margin in seconds. Clips this close to the segment may have been opened ahead of time or overlap it in a transition.
 */
const marginSec = 1;

type SegmentTask = Extract<ChildTask, { type: 'segments' }>['segments'][number];

/** Task that reads sources of a document. */
export type SourceTask = Extract<ChildTask, { type: 'segments' | 'audio' | 'frame' }>;
/** Function that runs a task in a new child. */
export type RunTask = <T extends ChildTask>(task: T) => Promise<ChildResult<T>>;

/** Error: reading a source file made the render child fail. The scheduler counts these errors by the file's hash. */
export class FaultySource extends Error {
  override readonly name = 'FaultySource';
  readonly sha256: string;
  readonly lost: ChildLost;

  constructor(message: string, sha256: string, lost: ChildLost) {
    super(message, { cause: lost });
    this.sha256 = sha256;
    this.lost = lost;
  }
}

/**
 * Whether a source of the task may have made the task's render child end. False for other errors, and when the child
 * ended because the task was aborted or another process killed the child.
 */
export function mayHaveFaultySource(error: unknown, task: ChildTask): task is SourceTask {
  const lostAlone = error instanceof ChildLost && error.reason !== 'aborted' && error.reason !== 'killed';
  return lostAlone && (task.type === 'segments' || task.type === 'audio' || task.type === 'frame');
}

/**
 * Determines which source made a render child fail. `framesDone` frames of the task were complete; the segment after
 * them is rendered again with each source alone, without effects. Returns a `FaultySource` for the first source with
 * which the child fails again. Otherwise returns the original error, because no single source is the cause.
 */
export async function findFaultySource(
  lost: ChildLost,
  task: SourceTask,
  framesDone: number,
  run: RunTask,
): Promise<Error> {
  const suspects = suspectsOf(task, framesDone);
  if (suspects.size > mostSuspects) return lost;
  for (const [src, clips] of suspects) {
    const [clip] = clips;
    const file = task.media[src];
    // A proxy was produced by the farm: its fault would not be that of the account's file.
    if (clip === undefined || file === undefined || file.shownAs !== undefined) continue;
    const trial = trialOf(task, framesDone, { ...task.document, clips: clips.map(plain) }, { [src]: file });
    const again = await lossOf(() => run(trial), lost);
    if (again?.reason === 'aborted') return lost;
    if (again === null) continue;
    const shown = `clip "${clip.id}" (${clip.name || clip.type})`;
    const message = `The source of ${shown} makes the render process fail. Replace it. ${again.message}`;
    return new FaultySource(message, file.facts.sha256, again);
  }
  return lost;
}

/**
 * Runs a trial of a source. Returns the loss of the render child when the source caused it. Returns null when the trial
 * succeeded, failed with another error, or was ended from outside each time (up to `mostTrials` times).
 */
async function lossOf(trial: () => Promise<unknown>, lost: ChildLost): Promise<ChildLost | null> {
  for (let trials = 0; trials < mostTrials; trials++) {
    try {
      await trial();
      return null;
    } catch (error) {
      if (!(error instanceof ChildLost)) return null;
      const fromOutside = error.reason === 'killed' || (error.reason === 'oom' && lost.reason !== 'oom');
      if (!fromOutside) return error;
    }
  }
  return null;
}

function suspectsOf(task: SourceTask, framesDone: number): Map<string, Clip[]> {
  const { fromSec, toSec } = windowOf(task, framesDone);
  const suspects = new Map<string, Clip[]>();
  for (const clip of task.document.clips) {
    if (clip.start > toSec || clip.start + clip.duration < fromSec) continue;
    for (const { src, use } of clipSources(clip)) {
      // Text masks, and everything else rendered with a clip, are left out of its trial.
      if (use !== 'clip' && (use !== 'font' || clip.type !== 'text')) continue;
      const clips = suspects.get(src);
      if (clips === undefined) suspects.set(src, [clip]);
      else clips.push(clip);
    }
  }
  return suspects;
}

function windowOf(task: SourceTask, framesDone: number): { fromSec: number; toSec: number } {
  if (task.type === 'frame') {
    const times = [task.atSec].flat();
    return { fromSec: Math.min(...times) - marginSec, toSec: Math.max(...times) + marginSec };
  }
  const [first, last] = [segmentsAt(task, framesDone)[0], segmentsAt(task, framesDone).at(-1)];
  if (task.type === 'audio' || !first || !last) return { fromSec: 0, toSec: Number.POSITIVE_INFINITY };
  const { num, den } = task.profile.rate;
  const toSec = (frames: number) => (frames * den) / num;
  return { fromSec: toSec(first.startFrame) - marginSec, toSec: toSec(last.endFrame) + marginSec };
}

// Returns the segment that was being rendered; on a GPU there are several at once.
function segmentsAt(task: SourceTask, framesDone: number): SegmentTask[] {
  if (task.type !== 'segments') return [];
  if (task.drawnBy === 'gpu') return task.segments;
  let done = 0;
  const current = task.segments.find(({ startFrame, endFrame }) => {
    done += endFrame - startFrame;
    return done > framesDone;
  });
  return current ? [current] : [];
}

function trialOf(task: SourceTask, framesDone: number, document: Document, media: SourceTask['media']): SourceTask {
  if (task.type !== 'segments') return { ...task, document, media, outPath: `${task.outPath}.trial` };
  const current = segmentsAt(task, framesDone);
  const tried = current.length > 0 ? current : task.segments.slice(-1);
  const segments = tried.map((segment) => ({
    ...segment,
    outPath: path.join(path.dirname(segment.outPath), `trial-${segment.index}`),
  }));
  return { ...task, document, media, segments };
}

/** Returns the clip without effects, masks and other additions, so that a trial tests only its source file. */
function plain(clip: Clip): Clip {
  const { effects: _, grade: __, mask: ___, transition: ____, chain: _____, duck: ______, ...rest } = clip;
  return rest;
}

/**
 * If a child's error names a source by its `src`, returns the error with the source's hash added, because the scheduler
 * records faulty sources by their hash. Returns other errors unchanged.
 */
export function withBrokenSource(error: unknown, task: ChildTask): unknown {
  if (!(error instanceof FramemillError) || !('media' in task) || typeof error.details.src !== 'string') return error;
  const sha256 = task.media[error.details.src]?.facts.sha256;
  if (sha256 === undefined) return error;
  return new FramemillError(error.code, error.message, { ...error.details, sha256 }, { cause: error });
}
