import { type Candidate, chooseReleases, type FairShare } from './choose-releases.ts';
import { rangeSegments } from './range-size.ts';

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
}

/** Cuts ready tasks into ranges and chooses those that are released now, in order. Pure: equal snapshots, equal answers. */
export function planReleases(snapshot: QueueSnapshot): { pieces: Piece[]; fairShare: FairShare } {
  const pieces = new Map<string, Omit<Piece, 'queuePriority'>>();
  const candidates = snapshot.tasks.flatMap((task) =>
    cut(task, snapshot.msPerFrame.get(task.renderId) ?? null, snapshot.slots, pieces),
  );
  const { slots, outstanding } = snapshot;
  const { releases, fairShare } = chooseReleases({ slots, outstanding, candidates, fairShare: snapshot.fairShare });
  const chosen = releases.flatMap(({ candidate, queuePriority }) => {
    const piece = pieces.get(candidate.key);
    return piece === undefined ? [] : [{ ...piece, queuePriority }];
  });
  return { pieces: chosen, fairShare };
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
    const size =
      task.kind === 'frames' && !task.tried
        ? rangeSegments({ msPerFrame, framesPerSegment, remainingSegments, slots })
        : segments;
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
