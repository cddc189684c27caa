import type { Prisma, Span } from '@framemill/infra';
import { type JobFacts, type RenderRangeResult, WRITTEN_VERSION } from '../../protocol/index.ts';
import type { AttemptRow } from '../attempts.ts';
import type { LeaderContext } from '../context.ts';

/** Row of a task with its render, as read for dispatching the task. */
export type TaskRow = Prisma.TaskGetPayload<{ include: { render: true } }>;

/** Segment that a job renders, with its content key: see `loadSegments`. */
export interface OrderedSegment {
  readonly index: number;
  readonly startFrame: number;
  readonly endFrame: number;
  readonly contentKey: string;
  /** Stored details of how the segment is produced: copied from the source or encoded. See `RenderRangeJob`. */
  readonly made: Prisma.JsonValue;
}

/** Delivered result of an attempt of a frame range. */
export interface Delivery {
  readonly attempt: AttemptRow;
  readonly result: RenderRangeResult;
}

/** Operations of the leader on the jobs of one kind of task. */
export interface TaskJob {
  readonly kind: JobFacts;
  /**
   * Whether failures are counted over all tasks of this kind in a render, because a failed task is replaced by a new
   * one.
   */
  readonly countsForRender: boolean;
  /** Describes a task as the subject of a sentence for the owner of the render. */
  readonly describe: (task: TaskRow) => string;
  /** Builds the payload of an attempt. `segments` are those of the task, by index. Throws `ProtocolError`. */
  readonly payload: (task: TaskRow, shared: AttemptFields, segments: readonly OrderedSegment[]) => object;
  /**
   * Parses a result and stores it, or adds it to `ranges`, which the caller stores together. Throws `ProtocolError`.
   */
  readonly complete: (leader: LeaderContext, attempt: AttemptRow, value: unknown, ranges: Delivery[]) => Promise<void>;
}

/** Fields of the payload of an attempt that all kinds of tasks share. */
export type AttemptFields = ReturnType<typeof attemptFields>;

/**
 * Returns the fields of the payload of an attempt that all kinds of tasks share. `span` is the span of its dispatch;
 * null: the render is not traced.
 */
export function attemptFields({ id, render }: TaskRow, attempt: number, epoch: number, span: Span | null) {
  return {
    ...{ v: WRITTEN_VERSION, renderId: render.id, accountId: render.accountId, taskId: id, attempt, epoch },
    fingerprint: render.fingerprint,
    ...(span === null ? {} : { traceparent: span.traceparent }),
  };
}

/**
 * Reads the segments of several runs (consecutive segments of one render) in one query. Returns one list per run,
 * ordered by index. `firstSegment` and `lastSegment` are both included.
 */
export async function loadSegments(
  tx: Prisma.TransactionClient,
  runs: readonly { readonly renderId: string; readonly firstSegment: number; readonly lastSegment: number }[],
): Promise<OrderedSegment[][]> {
  if (runs.length === 0) return [];
  const rows = await tx.$queryRaw<(OrderedSegment & { run: number })[]>`
    SELECT k.run::int AS run, s.index, s."startFrame", s."endFrame", s."contentKey", s.made
    FROM unnest(
      ${runs.map(({ renderId }) => renderId)}::text[], ${runs.map(({ firstSegment }) => firstSegment)}::int[],
      ${runs.map(({ lastSegment }) => lastSegment)}::int[]) WITH ORDINALITY AS k(render, first, last, run)
    JOIN "RenderSegment" s ON s."renderId" = k.render AND s.index BETWEEN k.first AND k.last
    ORDER BY k.run, s.index`;
  const found: OrderedSegment[][] = runs.map(() => []);
  for (const { run, ...segment } of rows) found[run - 1]?.push(segment);
  return found;
}
