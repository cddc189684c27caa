import type { Database, Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';
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
    tallies: true,
  },
} as const;

/** Row of a batch in the database, without its document. */
export type BatchRow = Prisma.BatchGetPayload<{ select: typeof batchColumns }>;

const TallySchema = Type.Object({
  status: Type.Enum([...batchItemStatuses]),
  ...{ items: Type.Integer(), progress: Type.Integer(), frames: Type.Integer(), rendered: Type.Integer() },
  ...{ segments: Type.Integer(), reused: Type.Integer() },
});
const parseTallies = parserOf(
  'stored tallies of a batch',
  Type.Object({ completedAt: Type.String(), tallies: Type.Array(TallySchema) }),
);
/** Sums over the items of a batch with one status. */
type Tally = Static<typeof TallySchema>;

/**
 * Builds the API records of several batches. Reads the items and renders of those that have not ended; when all items
 * of an ended batch have ended too, stores their sums with the batch, so that its items are read once.
 */
export async function batchRecords(
  { client }: { readonly client: Pick<Database['client'], '$queryRaw' | '$executeRaw'> },
  rows: readonly BatchRow[],
): Promise<BatchRecord[]> {
  const open = rows.filter((row) => storedTallies(row) === null);
  const counted = await countItems(client, open);
  await storeTallies(client, open, counted);
  return rows.map((row) => recordOf(row, storedTallies(row) ?? counted.get(row.id) ?? []));
}

/** Returns the stored sums of a batch; null: none, or it was retried since. */
function storedTallies({ completedAt, tallies }: BatchRow): Tally[] | null {
  if (tallies === null || completedAt === null) return null;
  const stored = parseTallies(tallies);
  return stored.completedAt === completedAt.toISOString() ? stored.tallies : null;
}

async function countItems(
  client: Pick<Database['client'], '$queryRaw'>,
  rows: readonly BatchRow[],
): Promise<Map<string, Tally[]>> {
  if (rows.length === 0) return new Map();
  const tallies = await client.$queryRaw<(Tally & { batchId: string })[]>`
    SELECT i."batchId", coalesce(r.status, i.status) AS status, count(*)::int AS items,
      sum(CASE WHEN r.status IN ('PENDING', 'PROCESSING') THEN r.progress ELSE 0 END)::int AS progress,
      coalesce(sum(r."totalFrames"), 0)::int AS frames, coalesce(sum(r."renderedFrames"), 0)::int AS rendered,
      coalesce(sum(r."totalSegments"), 0)::int AS segments, coalesce(sum(r."reusedSegments"), 0)::int AS reused
    FROM "BatchItem" i LEFT JOIN "Render" r ON r.id = i."renderId"
    WHERE i."batchId" = ANY(${rows.map(({ id }) => id)}::text[])
    GROUP BY i."batchId", coalesce(r.status, i.status)`;
  return Map.groupBy(tallies, ({ batchId }) => batchId);
}

async function storeTallies(
  client: Pick<Database['client'], '$executeRaw'>,
  rows: readonly BatchRow[],
  counted: ReadonlyMap<string, Tally[]>,
): Promise<void> {
  const stored = rows.flatMap(({ id, total, completedAt }) => {
    const tallies = counted.get(id) ?? [];
    if (completedAt === null || endedItems(tallies) !== total) return [];
    const values = { completedAt: completedAt.toISOString(), tallies };
    return [{ id, completedAt: values.completedAt, text: JSON.stringify(values) }];
  });
  if (stored.length === 0) return;
  // Calls that store the same batches at once do not wait for each other, so that their order cannot matter.
  await client.$executeRaw`
    WITH free AS (
      SELECT b.id, k.tallies::jsonb FROM "Batch" b
      JOIN unnest(${stored.map(({ id }) => id)}::text[], ${stored.map(({ completedAt }) => completedAt)}::timestamp[],
        ${stored.map(({ text }) => text)}::text[]) AS k(id, ended, tallies)
        ON b.id = k.id AND b."completedAt" = k.ended
      FOR UPDATE OF b SKIP LOCKED
    )
    UPDATE "Batch" b SET tallies = free.tallies FROM free WHERE b.id = free.id`;
}

function endedItems(tallies: readonly Tally[]): number {
  const ended = tallies.filter(({ status }) => ['COMPLETED', 'FAILED', 'CANCELLED'].includes(status));
  return ended.reduce((sum, { items }) => sum + items, 0);
}

function recordOf(row: BatchRow, tallies: readonly Tally[]): BatchRecord {
  const items = (status: BatchItemStatus) => tallies.find((tally) => tally.status === status)?.items ?? 0;
  const sum = (field: 'progress' | 'frames' | 'rendered' | 'segments' | 'reused') =>
    tallies.reduce((total, tally) => total + tally[field], 0);
  const ended = endedItems(tallies);
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
