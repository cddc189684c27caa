import type { Database, Prisma } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { parserOf } from '../protocol/parser.ts';

const FileSchema = Type.Object({
  ...{ format: Type.String(), quality: Type.String(), resolution: Type.String() },
  aspect: Type.Optional(Type.String()),
});
const FilesSchema = Type.Object({ own: FileSchema, further: Type.Array(Type.Partial(FileSchema)) });
const parseFiles = parserOf('stored outputs of a batch', FilesSchema);

/** Where a batch is on its way. */
export type BatchStatus = 'PROCESSING' | 'COMPLETED' | 'CANCELLED';

/** Where an item is: it waits for a place (QUEUED), or is what its render is. */
export const batchItemStatuses = ['QUEUED', 'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
/** State of an item of a batch. */
export type BatchItemStatus = (typeof batchItemStatuses)[number];

/** A batch as the API shows it. Times are ISO 8601 in UTC. */
export interface BatchRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly status: BatchStatus;
  readonly format: string;
  readonly quality: string;
  readonly resolution: string;
  /** The files of each item, its render's own first; null: one, as the three fields before say. */
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
  /** 0-100, whole; 100 only when no item is left. */
  readonly progress: number;
  /** Of the renders so far: frames of their films, and those that were really rendered for them. */
  readonly frames: { readonly total: number; readonly rendered: number };
  /** Of the renders so far; `reused`: taken from earlier ones or from other items. */
  readonly segments: { readonly total: number; readonly reused: number };
  /** What keeps the next item from beginning, beside the places of the plan; null: nothing. */
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

/** A batch as it lies in the database, without its document. */
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

/** The records of batches: two queries, however many there are. */
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
  // Of a file of text only the format counts.
  return [own, ...further].map(({ format = '', quality = own.quality, resolution = own.resolution, aspect = null }) => {
    return { format, quality, resolution, aspect };
  });
}
