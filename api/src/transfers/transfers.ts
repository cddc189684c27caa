import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Metrics } from '@framemill/infra';
import { createFairLimit, createFairTurns, type FairTurn } from '../turns/account-turns.ts';
import { createSharedReads, type SharedReads } from '../turns/shared-reads.ts';
import { createFairBudget, type FairBudget, type FairBudgetOptions, type RefusalReason } from './fair-budget.ts';
import { type FlowRule, SLOWEST_ANSWER, SLOWEST_FLOW } from './flow-watch.ts';

const MB = 1_048_576;
/**
 * Size of the blocks in which files are read from the store, in bytes. All readers of a file share the cached blocks.
 */
export const PIECE_BYTES = MB;
/** Size of the chunks sent to a reader, in bytes. Two or three of them are in memory for a reader that stalls. */
export const CHUNK_BYTES = 32_768;
/** Maximum number of file blocks read from the store concurrently. */
const READS_AT_ONCE = 16;
/** Maximum number of chunks sent in one turn of the event loop. */
const CHUNKS_A_TURN = 4;
/** Time for which an unused block of a file stays cached, in ms. */
const PIECE_KEPT_MS = 10_000;

/** Limits of incoming and outgoing transfers. Tests pass smaller ones. */
export interface TransferLimits {
  /** Disk space for uploads and imports, in bytes, of all accounts together; a second limit applies per account. */
  diskBytes: number;
  diskAccountBytes: number;
  /**
   * Memory for incomplete JSON and form bodies, in bytes, of all accounts together; a second limit applies per account.
   */
  memoryBytes: number;
  memoryAccountBytes: number;
  /** Memory for parts of responses that clients have not read yet, in bytes. */
  answerBytes: number;
  uploadsOfAccount: number;
  importsOfAccount: number;
  archivesOfAccount: number;
  /** Memory for cached blocks of stored files, in bytes, independent of the number of readers. */
  pieceBytes: number;
  slowest: FlowRule;
  slowestAnswer: FlowRule;
}

/** Transfer budgets of one API process, with their schedulers and limits. */
export interface Transfers {
  disk: FairBudget;
  memory: FairBudget;
  answers: FairBudget;
  /** Cached blocks of stored files that readers share. */
  pieces: SharedReads<Buffer>;
  /** Schedules chunks of responses: a few per turn of the event loop. */
  answerTurn: FairTurn;
  /** Schedules chunks of incoming bodies: one per turn of the event loop. */
  bodyTurn: FairTurn;
  slowest: FlowRule;
  slowestAnswer: FlowRule;
  /**
   * Counts a transfer that was refused or ended early in the metrics. `kind` is upload, import, body, download, answer
   * or archive.
   */
  refused(kind: string, reason: RefusalReason): void;
}

/**
 * Creates the budgets of one process.
 * The disk budget is at most half of the free space of the temporary folder.
 */
export async function createTransfers(
  metrics: Pick<Metrics, 'transfersRefused' | 'transferHeldBytes'>,
  given: Partial<TransferLimits> = {},
): Promise<Transfers> {
  const limits = { ...(await defaultLimits()), ...given };
  const refused = (kind: string, reason: RefusalReason) => metrics.transfersRefused.inc({ kind, reason });
  const budget = (place: string, options: FairBudgetOptions) =>
    createFairBudget({
      ...options,
      onRefusal: refused,
      onHeld: (bytes) => metrics.transferHeldBytes.set({ place }, bytes),
    });
  const { diskBytes, diskAccountBytes, memoryBytes, memoryAccountBytes, answerBytes } = limits;
  const mostOpen = { upload: limits.uploadsOfAccount, import: limits.importsOfAccount };
  return {
    disk: budget('disk', { totalBytes: diskBytes, accountBytes: diskAccountBytes, mostOpen }),
    memory: budget('memory', { totalBytes: memoryBytes, accountBytes: memoryAccountBytes }),
    answers: budget('answers', {
      ...{ totalBytes: answerBytes, accountBytes: answerBytes },
      mostOpen: { archive: limits.archivesOfAccount },
    }),
    pieces: createSharedReads({
      limit: createFairLimit(READS_AT_ONCE),
      mostSize: limits.pieceBytes,
      sizeOf: (piece) => piece.length,
      keepMs: () => PIECE_KEPT_MS,
    }),
    answerTurn: createFairTurns(CHUNKS_A_TURN),
    bodyTurn: createFairTurns(),
    slowest: limits.slowest,
    slowestAnswer: limits.slowestAnswer,
    refused,
  };
}

async function defaultLimits(): Promise<TransferLimits> {
  const { bavail, bsize } = await statfs(tmpdir());
  const diskBytes = Math.min(8_192 * MB, Math.floor((bavail * bsize) / 2));
  return {
    diskBytes,
    // At least the size of the largest import, as far as the disk has that much.
    diskAccountBytes: Math.min(diskBytes, Math.max(diskBytes / 4, 512 * MB)),
    memoryBytes: 64 * MB,
    memoryAccountBytes: 16 * MB,
    answerBytes: 256 * MB,
    pieceBytes: 64 * MB,
    uploadsOfAccount: 32,
    importsOfAccount: 4,
    archivesOfAccount: 4,
    slowest: SLOWEST_FLOW,
    slowestAnswer: SLOWEST_ANSWER,
  };
}
