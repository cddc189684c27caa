import { type Candidate, chooseDispatch, type Express, type FairShare, rankOf } from './choose-dispatch.ts';
import { rangeSegments } from './ranges.ts';
import { chooseSlow } from './slow-queue.ts';

/** Cost in frames of an audio mix or a mux in the fair share, because both are short compared with ranges. */
const shortTaskFrames = 30;

/** Task that could be dispatched now, with the segments from `firstSegment` to `lastSegment`, both included. */
export interface ReadyTask {
  readonly id: string;
  readonly kind: string;
  /** Format of the file. */
  readonly format: string;
  readonly renderId: string;
  readonly accountId: string;
  readonly weight: number;
  readonly priority: number;
  readonly admittedAtMs: number;
  readonly firstSegment: number;
  readonly lastSegment: number;
  readonly frames: number;
  /**
   * Whether the task was dispatched before. Such a task is dispatched unchanged, because its failures are counted for
   * exactly these segments.
   */
  readonly tried: boolean;
  /** Number of times that the task was stopped for other accounts. */
  readonly stops: number;
  /**
   * Whether a range of the task's render was stopped and is not done yet. The task then goes to the slow queue (at most
   * half of the slots), one segment at a time.
   */
  readonly slow: boolean;
  /** Number of segments in all ready tasks of this kind of the render; for an item of a batch, of all items. */
  readonly remainingSegments: number;
}

/** Part of a ready task that is dispatched: the segments from `firstSegment` to `lastSegment`, both included. */
export interface Range {
  readonly taskId: string;
  readonly firstSegment: number;
  readonly lastSegment: number;
  /** Rank inside the queue, 1 first. */
  readonly queuePriority: number;
  /**
   * Whether the range goes to an express slot (an additional slot for short jobs). It then has one segment, unless it
   * was dispatched before.
   */
  readonly express: boolean;
}

/** State of one queue at one moment. */
export interface QueueSnapshot {
  /** Number of slots of the live nodes that serve the queue. */
  readonly slots: number;
  /** Number of ranges that were dispatched to slots and have not ended, by account. */
  readonly outstanding: Readonly<Record<string, number>>;
  readonly express: Express;
  readonly tasks: readonly ReadyTask[];
  /** Render id -> measured time per frame in one slot, in ms. */
  readonly msPerFrame: ReadonlyMap<string, number>;
  readonly fairShare: FairShare;
  readonly slow: SlowState;
  readonly favoured: readonly string[];
  readonly sheltered: readonly string[];
}

/**
 * Dispatched work of the slow queue, and the order in which the slow queue serves accounts (`ring`). The slow queue
 * takes the ranges of renders that used a slot for too long.
 */
export interface SlowState {
  /** Number of ranges of the slow queue that were dispatched and have not ended, by account. */
  readonly outstanding: Readonly<Record<string, number>>;
  readonly ring: readonly string[];
}

/**
 * Cuts ready tasks into ranges and chooses those that are dispatched now, in order. Pure: equal snapshots give equal
 * results.
 */
export function planDispatch(snapshot: QueueSnapshot): { ranges: Range[]; fairShare: FairShare; slowRing: string[] } {
  const { slots, outstanding, express, favoured, sheltered } = snapshot;
  const ranges = new Map<string, CutRange>();
  const candidatesOf = (task: ReadyTask) =>
    cut(task, snapshot.msPerFrame.get(task.renderId) ?? null, slots, ranges).map((candidate) => ({
      ...candidate,
      stops: task.stops,
    }));
  const candidates = snapshot.tasks.filter(({ slow }) => !slow).flatMap(candidatesOf);
  const normal = { slots, outstanding, express, candidates, fairShare: snapshot.fairShare, favoured, sheltered };
  const { dispatches, fairShare } = chooseDispatch(normal);
  const begun = dispatches.filter((dispatch) => !dispatch.express).length;
  const running = Object.values(outstanding).reduce((sum, count) => sum + count, begun);
  const { chosen, ring } = chooseSlow({
    slots,
    outstanding: running,
    slowOutstanding: snapshot.slow.outstanding,
    sheltered: sheltered.length > 0,
    othersWait: candidates.length > dispatches.length || sheltered.length > 0,
    candidates: snapshot.tasks.filter(({ slow }) => slow).flatMap(candidatesOf),
    ring: snapshot.slow.ring,
  });
  const slow = chosen.map((candidate) => ({ candidate, queuePriority: slowRank(candidate), express: false }));
  return {
    ranges: [...dispatches, ...slow].flatMap(({ candidate, ...place }) => {
      const cutRange = ranges.get(candidate.key);
      if (cutRange === undefined) return [];
      const { isWhole, ...range } = cutRange;
      const lastSegment = place.express && !isWhole ? range.firstSegment : range.lastSegment;
      return [{ ...range, lastSegment, ...place }];
    }),
    fairShare,
    slowRing: ring,
  };

  // Ranges of the slow queue rank behind those of accounts with nothing running (rank 1).
  function slowRank({ accountId, weight }: Candidate): number {
    return Math.max(2, rankOf(outstanding[accountId] ?? 0, weight));
  }
}

/** Range with `isWhole`: whether it is dispatched unchanged, without cutting off an express segment. */
type CutRange = Omit<Range, 'queuePriority' | 'express'> & { readonly isWhole: boolean };

function cut(task: ReadyTask, msPerFrame: number | null, slots: number, ranges: Map<string, CutRange>): Candidate[] {
  const segments = task.lastSegment - task.firstSegment + 1;
  const framesPerSegment = task.frames / segments;
  let remainingSegments = task.remainingSegments;
  const candidates: Candidate[] = [];
  for (let first = task.firstSegment; first <= task.lastSegment; ) {
    const size = sizeOf(task, { msPerFrame, framesPerSegment, remainingSegments, slots });
    const last = Math.min(task.lastSegment, first + size - 1);
    const key = `${task.id}/${first}`;
    const isWhole = task.kind !== 'frames' || task.tried;
    ranges.set(key, { taskId: task.id, firstSegment: first, lastSegment: last, isWhole });
    candidates.push({
      key,
      accountId: task.accountId,
      weight: task.weight,
      priority: task.priority,
      admittedAtMs: task.admittedAtMs,
      order: first,
      cost: task.kind === 'frames' ? Math.max(1, framesPerSegment * (last - first + 1)) : shortTaskFrames,
      mayBeLong: mayBeLong(task, msPerFrame, framesPerSegment),
    });
    remainingSegments -= last - first + 1;
    first = last + 1;
  }
  return candidates;
}

/**
 * Maximum expected time of a segment in an express slot, in ms. A segment of 1080p footage in the default `standard`
 * and `balanced` takes about 3 s.
 */
const expressMs = 4_000;
/** Number of frames up to which a render without a measurement counts as short: two minutes. */
const shortRenderFrames = 3_600;

function mayBeLong(task: ReadyTask, msPerFrame: number | null, framesPerSegment: number): boolean {
  // Animated images are encoded when their frames are put together.
  if (task.kind !== 'frames') return task.format === 'gif' || task.format === 'webp';
  if (msPerFrame === null) return task.remainingSegments * framesPerSegment > shortRenderFrames;
  return msPerFrame * framesPerSegment > expressMs;
}

function sizeOf(task: ReadyTask, sizing: Parameters<typeof rangeSegments>[0]): number {
  if (task.kind !== 'frames') return task.lastSegment - task.firstSegment + 1;
  if (task.slow) return 1;
  return task.tried ? task.lastSegment - task.firstSegment + 1 : rangeSegments(sizing);
}
