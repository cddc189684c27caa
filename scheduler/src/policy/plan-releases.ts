import { type Candidate, chooseReleases, type FairShare, rankOf } from './choose-releases.ts';
import { rangeSegments } from './range-size.ts';
import { chooseSlow } from './slow-lane.ts';

/** Audio mixes and stitches are short beside ranges: they count as this many frames in the fair share. */
const shortTaskFrames = 30;

/** A task that could be released now. Segments: both ends included. */
export interface ReadyTask {
  readonly id: string;
  readonly kind: string;
  readonly renderId: string;
  readonly accountId: string;
  readonly weight: number;
  readonly priority: number;
  readonly admittedAtMs: number;
  readonly firstSegment: number;
  readonly lastSegment: number;
  readonly frames: number;
  /** Whether it was released before: it goes out as it was, because its failures are counted for these very segments. */
  readonly tried: boolean;
  /** How often it was stopped for others. */
  readonly stops: number;
  /** Whether a range of its render was stopped and is not done yet: then it goes to the slow lane, one segment at a time. */
  readonly slow: boolean;
  /** Segments of the render in all its ready tasks of this kind. */
  readonly remainingSegments: number;
}

/** The part of a ready task that is released: all of it, or its first segments. Both ends included. */
export interface Piece {
  readonly taskId: string;
  readonly firstSegment: number;
  readonly lastSegment: number;
  /** Rank inside the queue, 1 first. */
  readonly queuePriority: number;
}

/** One queue at one moment. */
export interface QueueSnapshot {
  /** Slots of the live nodes that serve it. */
  readonly slots: number;
  /** Ranges already released and not finished, by account. */
  readonly outstanding: Readonly<Record<string, number>>;
  readonly tasks: readonly ReadyTask[];
  /** Render id -> measured time of a frame in one slot, ms. */
  readonly msPerFrame: ReadonlyMap<string, number>;
  readonly fairShare: FairShare;
  readonly slow: SlowState;
  readonly favoured: readonly string[];
  readonly sheltered: readonly string[];
}

/** What the slow lane of a queue holds, and what it remembers between calls. */
export interface SlowState {
  /** Its ranges that are released and not finished, by account. */
  readonly outstanding: Readonly<Record<string, number>>;
  readonly ring: readonly string[];
}

/** Cuts ready tasks into ranges and chooses those that are released now, in order. Pure: equal snapshots, equal answers. */
export function planReleases(snapshot: QueueSnapshot): { pieces: Piece[]; fairShare: FairShare; slowRing: string[] } {
  const { slots, outstanding, favoured, sheltered } = snapshot;
  const pieces = new Map<string, Omit<Piece, 'queuePriority'>>();
  const candidatesOf = (task: ReadyTask) =>
    cut(task, snapshot.msPerFrame.get(task.renderId) ?? null, slots, pieces).map((candidate) => ({
      ...candidate,
      stops: task.stops,
    }));
  const candidates = snapshot.tasks.filter(({ slow }) => !slow).flatMap(candidatesOf);
  const normal = { slots, outstanding, candidates, fairShare: snapshot.fairShare, favoured, sheltered };
  const { releases, fairShare } = chooseReleases(normal);
  const running = Object.values(outstanding).reduce((sum, count) => sum + count, releases.length);
  const { chosen, ring } = chooseSlow({
    slots,
    outstanding: running,
    slowOutstanding: snapshot.slow.outstanding,
    sheltered: sheltered.length > 0,
    othersWait: candidates.length > releases.length || sheltered.length > 0,
    candidates: snapshot.tasks.filter(({ slow }) => slow).flatMap(candidatesOf),
    ring: snapshot.slow.ring,
  });
  const ranked = [...releases, ...chosen.map((candidate) => ({ candidate, queuePriority: slowRank(candidate) }))];
  return {
    pieces: ranked.flatMap(({ candidate, queuePriority }) => {
      const piece = pieces.get(candidate.key);
      return piece === undefined ? [] : [{ ...piece, queuePriority }];
    }),
    fairShare,
    slowRing: ring,
  };

  // Behind whoever has nothing running.
  function slowRank({ accountId, weight }: Candidate): number {
    return Math.max(2, rankOf(outstanding[accountId] ?? 0, weight));
  }
}

function cut(
  task: ReadyTask,
  msPerFrame: number | null,
  slots: number,
  pieces: Map<string, Omit<Piece, 'queuePriority'>>,
): Candidate[] {
  const segments = task.lastSegment - task.firstSegment + 1;
  const framesPerSegment = task.frames / segments;
  let remainingSegments = task.remainingSegments;
  const candidates: Candidate[] = [];
  for (let first = task.firstSegment; first <= task.lastSegment; ) {
    const size = sizeOf(task, { msPerFrame, framesPerSegment, remainingSegments, slots });
    const last = Math.min(task.lastSegment, first + size - 1);
    const key = `${task.id}/${first}`;
    pieces.set(key, { taskId: task.id, firstSegment: first, lastSegment: last });
    candidates.push({
      key,
      accountId: task.accountId,
      weight: task.weight,
      priority: task.priority,
      admittedAtMs: task.admittedAtMs,
      order: first,
      cost: task.kind === 'frames' ? Math.max(1, framesPerSegment * (last - first + 1)) : shortTaskFrames,
    });
    remainingSegments -= last - first + 1;
    first = last + 1;
  }
  return candidates;
}

function sizeOf(task: ReadyTask, sizing: Parameters<typeof rangeSegments>[0]): number {
  if (task.kind !== 'frames') return task.lastSegment - task.firstSegment + 1;
  if (task.slow) return 1;
  return task.tried ? task.lastSegment - task.firstSegment + 1 : rangeSegments(sizing);
}
