import type { Prisma, Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { redisChannels } from '../protocol/index.ts';
import { parserOf } from '../protocol/schema.ts';
import { parseOutputs, type RenderOutput } from './render-output.ts';

/** Statuses of a delivery. WAITING: its render is not complete. CANCELLED: its render has ended without files. */
export const deliveryStatuses = ['WAITING', 'PENDING', 'SENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
/** Status of a delivery. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const nullableString = Type.Union([Type.String(), Type.Null()]);

/**
 * Schema of the delivery of one file of a render to a destination. `output` is the file's index among the outputs;
 * times are ISO 8601 in UTC.
 */
export const RenderDeliverySchema = Type.Object({
  output: Type.Integer({ minimum: 0 }),
  destinationId: Type.String(),
  kind: Type.String(),
  status: Type.Enum([...deliveryStatuses]),
  attempts: Type.Integer({ minimum: 0 }),
  /** Number of bytes that the destination has acknowledged. Absent in rows of earlier software versions. */
  sentBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Size of the file in bytes; null: not sent yet. Absent in rows of earlier software versions. */
  sizeBytes: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  url: nullableString,
  error: nullableString,
  nextTryAt: nullableString,
  deliveredAt: nullableString,
});
/** Delivery of one file of a render to a destination. */
export type RenderDelivery = Type.Static<typeof RenderDeliverySchema>;

/** Schema of all deliveries of a render, by `output`. */
const RenderDeliveriesSchema = Type.Array(RenderDeliverySchema);

/** Row of a delivery in the database. */
export type DeliveryRow = Prisma.DeliveryGetPayload<Prisma.DeliveryDefaultArgs>;

/** Converts a delivery's row to its public form. */
export function renderDelivery(row: DeliveryRow): RenderDelivery {
  const status = deliveryStatuses.find((known) => known === row.status) ?? 'WAITING';
  return {
    ...{ output: row.outputIndex, destinationId: row.destinationId, kind: row.kind, status },
    sentBytes: Number(row.sentBytes),
    sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
    ...{ attempts: row.attempts, url: row.url, error: row.error },
    nextTryAt: status === 'PENDING' ? (row.nextTryAt?.toISOString() ?? null) : null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}

const parseDeliveries = parserOf('stored deliveries', RenderDeliveriesSchema);

/** Row of a render in the database. */
export type RenderRow = Prisma.RenderGetPayload<Prisma.RenderDefaultArgs>;

/** Status of a render. */
export type RenderStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** Record of a render as the API shows it. Times are ISO 8601 in UTC; null = not known or not applicable (yet). */
export interface RenderRecord {
  readonly id: string;
  readonly projectId: string;
  readonly status: RenderStatus;
  /** Progress as a whole number 0-100. It never decreases, and is 100 only with COMPLETED. */
  readonly progress: number;
  readonly format: string;
  readonly resolution: string;
  readonly quality: string;
  /** Aspect ratio for which the document was laid out again; null: the document's own. */
  readonly aspect: string | null;
  /** URL of the file, root-relative; set with COMPLETED. */
  readonly url: string | null;
  readonly error: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /**
   * Current stage of the work, such as `waiting` (no node is available), `planning`, `rendering`, `stitching` (mux) or
   * `done`.
   */
  readonly stage: string;
  readonly frames: { readonly done: number; readonly total: number };
  readonly etaSec: number | null;
  readonly reusedSegments: number;
  readonly totalSegments: number;
  /** Number of frames copied from a source instead of being encoded again. */
  readonly copiedFrames: number;
  /**
   * Position among the pending renders, beginning with 1; null when the render is not pending or its position is not
   * known.
   */
  readonly queuePosition: number | null;
  /**
   * Reason why the render waits until an operator resolves it; null: the render does not wait for an operator, or the
   * reason is not known.
   */
  readonly waitingFor: string | null;
  /** Pool whose nodes render the video: `cpu`, `gpu` or `html` (nodes with a browser); null: not planned yet. */
  readonly pool: string | null;
  /** Reason for the choice of the pool, in a sentence; null: not planned yet. */
  readonly poolReason: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly fileSizeBytes: number | null;
  readonly durationSec: number | null;
  /** All files of a render with several, beginning with the one at `url`; null: it has one. */
  readonly outputs: readonly RenderOutput[] | null;
  /**
   * Root-relative URL of an HLS playlist with the part that is rendered so far; null: nothing can be played yet, or
   * never.
   */
  readonly streamUrl: string | null;
  /** Deliveries of its files to a destination, by `output`; null: the files are not delivered. */
  readonly deliveries: readonly RenderDelivery[] | null;
}

/** Final statuses of a render. */
export const finalStatuses = ['COMPLETED', 'FAILED', 'CANCELLED'] as const;

/** Whether a stored status of a render is final. */
export function isFinal(status: string): boolean {
  return finalStatuses.some((final) => final === status);
}

/** Converts a row to the API's record. Only a caller that has counted the queue can pass `queuePosition`. */
export function renderRecord(row: RenderRow, extra: { now?: Date; queuePosition?: number | null } = {}): RenderRecord {
  return {
    id: row.id,
    projectId: row.projectId,
    status: statusOf(row.status),
    progress: row.progress,
    format: row.format,
    resolution: row.resolution,
    quality: row.quality,
    aspect: row.aspect,
    // The file of a render with several outputs may exist before the others do.
    url: row.status === 'COMPLETED' ? row.url : null,
    error: row.errorMsg,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    stage: row.stage,
    frames: { done: row.doneFrames, total: row.totalFrames },
    etaSec: etaSec(row, extra.now ?? new Date()),
    reusedSegments: row.reusedSegments,
    totalSegments: row.totalSegments,
    copiedFrames: row.copiedFrames,
    queuePosition: row.status === 'PENDING' ? (extra.queuePosition ?? null) : null,
    waitingFor: isFinal(row.status) ? null : row.waitingFor,
    pool: row.poolReason === null ? null : row.pool,
    poolReason: row.poolReason,
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    fileSizeBytes: row.fileSizeBytes === null ? null : Number(row.fileSizeBytes),
    durationSec: row.durationSec,
    outputs: outputsOf(row),
    streamUrl: streamUrl(row),
    deliveries: row.deliveries === null ? null : parseDeliveries(row.deliveries),
  };
}

// Outputs that did not exist when the render ended get its status, because they are never produced.
function outputsOf({ outputs, status }: RenderRow): readonly RenderOutput[] | null {
  if (outputs === null) return null;
  const isOver = status === 'FAILED' || status === 'CANCELLED';
  return parseOutputs(outputs).map((output) => (isOver && !isFinal(output.status) ? { ...output, status } : output));
}

function streamUrl({ streamable, status, exportKey }: RenderRow): string | null {
  const [, name] = /^exports\/([0-9a-f]+)\.mp4$/.exec(exportKey ?? '') ?? [];
  const isPlayed = status === 'PROCESSING' || status === 'COMPLETED';
  return streamable && isPlayed && name !== undefined ? `/streams/${name}/index.m3u8` : null;
}

function statusOf(status: string): RenderStatus {
  switch (status) {
    case 'PROCESSING':
    case 'COMPLETED':
    case 'FAILED':
    case 'CANCELLED':
      return status;
    default:
      return 'PENDING';
  }
}

// Reused frames take no time, so they are left out of the speed.
function etaSec(row: RenderRow, now: Date): number | null {
  if (row.status !== 'PROCESSING' || row.startedAt === null || row.totalFrames === 0) return null;
  const reused = row.totalSegments === 0 ? 0 : Math.round((row.totalFrames * row.reusedSegments) / row.totalSegments);
  const rendered = row.doneFrames - reused;
  const elapsedSec = (now.getTime() - row.startedAt.getTime()) / 1000;
  if (rendered <= 0 || elapsedSec <= 0) return null;
  return Math.ceil((elapsedSec / rendered) * Math.max(0, row.totalFrames - row.doneFrames));
}

/** Events of a render's lifecycle; the names are those of the webhooks. */
export type RenderEvent =
  `render.${'started' | 'completed' | 'failed' | 'cancelled' | 'delivered' | 'delivery_failed'}`;

/**
 * Publishes a change of state to the current subscribers. Best effort: a client that must not miss a change reads the
 * database.
 */
export async function announce(
  redis: Redis,
  type: RenderEvent,
  render: { renderId: string; accountId: string },
): Promise<void> {
  await redis.publish(redisChannels.events, JSON.stringify({ type, ...render }));
}
