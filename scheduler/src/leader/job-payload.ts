import type { Prisma } from '@framemill/infra';
import {
  type AudioJob,
  objectKeys,
  parseAudioJob,
  parseRenderRangeJob,
  parseStitchJob,
  type RenderRangeJob,
  type StitchJob,
  WRITTEN_VERSION,
} from '../protocol/index.ts';

/** Row of a task with its render, as read for dispatching the task. */
export type TaskRow = Prisma.TaskGetPayload<{ include: { render: true } }>;

/** Segment that a frame range renders, with its content key: see `loadSegments`. */
export interface OrderedSegment {
  readonly index: number;
  readonly startFrame: number;
  readonly endFrame: number;
  readonly contentKey: string;
  /** Stored details of how the segment is produced: see `RenderRangeJob`. */
  readonly made: Prisma.JsonValue;
}

/**
 * Builds the job payload of one attempt. `segments` are those of the task, by index; other kinds of task ignore them.
 */
export function jobPayload(
  task: TaskRow,
  attempt: number,
  epoch: number,
  segments: readonly OrderedSegment[],
): RenderRangeJob | AudioJob | StitchJob {
  const { render } = task;
  const shared = {
    v: WRITTEN_VERSION,
    renderId: render.id,
    accountId: render.accountId,
    taskId: task.id,
    attempt,
    epoch,
    fingerprint: render.fingerprint,
  } as const;
  const documentKey = objectKeys.document(render.id);
  if (task.kind === 'audio') return parseAudioJob({ ...shared, documentKey, contentKey: render.audioKey });
  if (task.kind === 'stitch') {
    return parseStitchJob({ ...shared, manifestKey: objectKeys.manifest(render.id), exportKey: render.exportKey });
  }
  const ordered = segments.map(({ made, ...segment }) => (made === null ? segment : { ...segment, made }));
  return parseRenderRangeJob({ ...shared, documentKey, segments: ordered });
}

/**
 * Reads the segments of several runs in one query. Returns one list per run, ordered by index. Both ends of a run are
 * included.
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
