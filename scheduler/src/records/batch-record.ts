import type { Database, Prisma } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { parserOf } from '../protocol/schema.ts';

const FileSchema = Type.Object({
  ...{ format: Type.String(), quality: Type.String(), resolution: Type.String() },
  aspect: Type.Optional(Type.String()),
});
const FilesSchema = Type.Object({ own: FileSchema, further: Type.Array(Type.Partial(FileSchema)) });
const parseFiles = parserOf('stored outputs of a batch', FilesSchema);

/** Status of a batch. */
export type BatchStatus = 'PROCESSING' | 'COMPLETED' | 'CANCELLED';

/** Statuses of an item of a batch: QUEUED while it waits to be admitted, then the status of its render. */
export const batchItemStatuses = ['QUEUED', 'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
/** Status of an item of a batch. */
export type BatchItemStatus = (typeof batchItemStatuses)[number];

/** Record of a batch as the API shows it. Times are ISO 8601 in UTC. */
export interface BatchRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly status: BatchStatus;
  readonly format: string;
  readonly quality: string;
  readonly resolution: string;
  /**
   * Output files of each item, beginning with the render's own; null: one file, described by the three fields above.
   */
  readonly outputs:
    | readonly {
        readonly format: string;
        readonly quality: string;
        readonly resolution: string;
        readonly aspect: string | null;
      }[]
    | null;
  readonly total: number;
  readonly counts: Readonly<Record<Lowercase<BatchItemStatus>, number>>;
  /** Progress as a whole number 0-100; 100 only when every item has ended. */
  readonly progress: number;
  /** Frame counts of the renders so far: frames of their videos, and frames that were rendered for them. */
  readonly frames: { readonly total: number; readonly rendered: number };
  /** Segment counts of the renders so far; `reused`: taken from earlier renders or from other items. */
  readonly segments: { readonly total: number; readonly reused: number };
  /**
   * Reason why the next item does not begin, other than the plan's limit of concurrent renders; null: there is none.
   */
  readonly waitingFor: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly completedAt: string | null;
}

/** Columns of a batch without its document, which may be large. */
export const batchColumns = {
  ...{ id: true, accountId: true, projectId: true, name: true, status: true, format: true, quality: true },
  ...{
    resolution: true,
    outputs: true,
    test: true,
    total: true,
    waitingFor: true,
    createdAt: true,
    updatedAt: true,
    completedAt: true,
  },
} as const;

/** Row of a batch in the database, without its document. */
export type BatchRow = Prisma.BatchGetPayload<{ select: typeof batchColumns }>;

interface Tally {
  batchId: string;
  status: BatchItemStatus;
  items: number;
  progress: number;
  frames: number;
  rendered: number;
  segments: number;
  reused: number;
}

/** Builds the API records of several batches, with one database query for all of them. */
export async function batchRecords(
  { client }: { readonly client: Pick<Database['client'], '$queryRaw'> },
  rows: readonly BatchRow[],
): Promise<BatchRecord[]> {
  if (rows.length === 0) return [];
  const tallies = await client.$queryRaw<Tally[]>`
    SELECT i."batchId", coalesce(r.status, i.status) AS status, count(*)::int AS items,
      sum(CASE WHEN r.status IN ('PENDING', 'PROCESSING') THEN r.progress ELSE 0 END)::int AS progress,
      coalesce(sum(r."totalFrames"), 0)::int AS frames, coalesce(sum(r."renderedFrames"), 0)::int AS rendered,
      coalesce(sum(r."totalSegments"), 0)::int AS segments, coalesce(sum(r."reusedSegments"), 0)::int AS reused
    FROM "BatchItem" i LEFT JOIN "Render" r ON r.id = i."renderId"
    WHERE i."batchId" = ANY(${rows.map(({ id }) => id)}::text[])
    GROUP BY i."batchId", coalesce(r.status, i.status)`;
  return rows.map((row) =>
    recordOf(
      row,
      tallies.filter(({ batchId }) => batchId === row.id),
    ),
  );
}

function recordOf(row: BatchRow, tallies: readonly Tally[]): BatchRecord {
  const items = (status: BatchItemStatus) => tallies.find((tally) => tally.status === status)?.items ?? 0;
  const sum = (field: 'progress' | 'frames' | 'rendered' | 'segments' | 'reused') =>
    tallies.reduce((total, tally) => total + tally[field], 0);
  const ended = items('COMPLETED') + items('FAILED') + items('CANCELLED');
  const percent = Math.floor((ended * 100 + sum('progress')) / Math.max(1, row.total));
  const { id, projectId, name, format, quality, resolution, total, waitingFor } = row;
  return {
    ...{ id, projectId, name, status: statusOf(row.status), format, quality, resolution, outputs: filesOf(row), total },
    counts: {
      ...{ queued: items('QUEUED'), pending: items('PENDING'), processing: items('PROCESSING') },
      ...{ completed: items('COMPLETED'), failed: items('FAILED'), cancelled: items('CANCELLED') },
    },
    progress: ended === total ? 100 : Math.min(99, percent),
    frames: { total: sum('frames'), rendered: sum('rendered') },
    segments: { total: sum('segments'), reused: sum('reused') },
    waitingFor: row.status === 'PROCESSING' ? waitingFor : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
  };
}

function statusOf(status: string): BatchStatus {
  return status === 'COMPLETED' || status === 'CANCELLED' ? status : 'PROCESSING';
}

function filesOf({ outputs }: BatchRow): BatchRecord['outputs'] {
  if (outputs === null) return null;
  const { own, further } = parseFiles(outputs);
  // A text file has only a format; its other options are ignored.
  return [own, ...further].map(({ format = '', quality = own.quality, resolution = own.resolution, aspect = null }) => {
    return { format, quality, resolution, aspect };
  });
}
