import type { Prisma } from '@framemill/infra';
import { parserOf } from '../protocol/parser.ts';
import { RenderDeliveriesSchema, type RenderDelivery } from './render-delivery.ts';
import { parseOutputs, type RenderOutput } from './render-output.ts';

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
  /** Position among the pending renders, beginning with 1; null when it is not pending or not known. */
  readonly queuePosition: number | null;
  /** Reason why the render waits until an operator resolves it; null: there is none, or none is known. */
  readonly waitingFor: string | null;
  /** Pool that renders it: `cpu`, `gpu` or `html` (nodes with a browser); null: not planned yet. */
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

/** Statuses that a render never leaves. */
export const finalStatuses = ['COMPLETED', 'FAILED', 'CANCELLED'] as const;

/** Whether a stored status is one that a render never leaves. */
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
