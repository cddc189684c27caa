import type { Prisma } from '@framemill/infra';
import { parserOf } from '../protocol/parser.ts';
import { RenderDeliveriesSchema, type RenderDelivery } from './render-delivery.ts';
import { parseOutputs, type RenderOutput } from './render-output.ts';

const parseDeliveries = parserOf('stored deliveries', RenderDeliveriesSchema);

/** A render as it lies in the database. */
export type RenderRow = Prisma.RenderGetPayload<Prisma.RenderDefaultArgs>;

/** Where a render is on its way. */
export type RenderStatus = 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** A render as the API shows it. Times are ISO 8601 in UTC; null = not known or does not apply (yet). */
export interface RenderRecord {
  readonly id: string;
  readonly projectId: string;
  readonly status: RenderStatus;
  /** 0-100, whole; never goes back; 100 only with COMPLETED. */
  readonly progress: number;
  readonly format: string;
  readonly resolution: string;
  readonly quality: string;
  /** The aspect ratio that the document was laid out again for; null: its own. */
  readonly aspect: string | null;
  /** Root-relative; set with COMPLETED. */
  readonly url: string | null;
  readonly error: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** What happens next: `waiting` (no node is there), `planning`, `rendering`, `stitching` or `done`. */
  readonly stage: string;
  readonly frames: { readonly done: number; readonly total: number };
  readonly etaSec: number | null;
  readonly reusedSegments: number;
  readonly totalSegments: number;
  /** Frames whose pictures are a source's own, not encoded again. */
  readonly copiedFrames: number;
  /** Pending renders that were admitted before this one, plus one. */
  readonly queuePosition: number | null;
  /** What keeps it from going on until somebody mends it; null: nothing, or nothing that is known. */
  readonly waitingFor: string | null;
  /** Who draws it: `cpu` (processors), `gpu` (graphics cards) or `html` (nodes with a browser); null: not planned yet. */
  readonly pool: string | null;
  /** Why that pool draws it, in a sentence; null: not planned yet. */
  readonly poolReason: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly fileSizeBytes: number | null;
  readonly durationSec: number | null;
  /** All files of a render with several, the one at `url` first; null: it has one. */
  readonly outputs: readonly RenderOutput[] | null;
  /** Root-relative address of an HLS playlist that plays what is rendered so far; null: nothing can be played yet, or never. */
  readonly streamUrl: string | null;
  /** Its files on their way to a destination, by `output`; null: they go nowhere. */
  readonly deliveries: readonly RenderDelivery[] | null;
}

/** States that a render never leaves. */
export const finalStatuses = ['COMPLETED', 'FAILED', 'CANCELLED'] as const;

/** Whether a stored status is one that a render never leaves. */
export function isFinal(status: string): boolean {
  return finalStatuses.some((final) => final === status);
}

/** Turns a row into the API's record. `queuePosition` is known only to who has counted the queue. */
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
    // The file of one with several outputs may be there before the others are.
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

// Those that were not there yet when the render ended never come.
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

// Frames that were reused cost no time, so they say nothing about the speed.
function etaSec(row: RenderRow, now: Date): number | null {
  if (row.status !== 'PROCESSING' || row.startedAt === null || row.totalFrames === 0) return null;
  const reused = row.totalSegments === 0 ? 0 : Math.round((row.totalFrames * row.reusedSegments) / row.totalSegments);
  const rendered = row.doneFrames - reused;
  const elapsedSec = (now.getTime() - row.startedAt.getTime()) / 1000;
  if (rendered <= 0 || elapsedSec <= 0) return null;
  return Math.ceil((elapsedSec / rendered) * Math.max(0, row.totalFrames - row.doneFrames));
}
