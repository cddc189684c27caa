import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Metrics } from '@framemill/infra';
import { createFairLimit } from '../turns/fair-limit.ts';
import { createOwnTurns, type OwnTurn } from '../turns/own-turns.ts';
import { createSharedReads, type SharedReads } from '../turns/shared-reads.ts';
import { createFairBudget, type FairBudget, type FairBudgetOptions, type RefusalReason } from './fair-budget.ts';
import { type FlowRule, SLOWEST_ANSWER, SLOWEST_FLOW } from './flow-watch.ts';

const MB = 1_048_576;
/** Size of the pieces in which files are read from the store, in bytes. Readers of one file share them. */
export const PIECE_BYTES = MB;
/** Size of what a reader gets of a piece at a time, in bytes: a reader that takes nothing holds two or three of these. */
export const CHUNK_BYTES = 32_768;
/** Pieces of files that are read from the store at a time. */
const READS_AT_ONCE = 16;
/** Chunks that are sent in one turn of the event loop. */
const CHUNKS_A_TURN = 4;
/** How long a piece that nobody asks for is kept, in ms. */
const PIECE_KEPT_MS = 10_000;

/** What bytes on their way in and out may take. Tests pass smaller ones. */
export interface TransferLimits {
  /** Disk for uploads and imports. */
  diskBytes: number;
  diskAccountBytes: number;
  /** Memory for JSON bodies and forms that are not complete yet. */
  memoryBytes: number;
  memoryAccountBytes: number;
  /** Memory for parts of answers that readers have not taken yet, by account or address. */
  answerBytes: number;
  uploadsOfAccount: number;
  importsOfAccount: number;
  archivesOfAccount: number;
  /** Memory for pieces of stored files, whatever number of readers shares them. */
  pieceBytes: number;
  slowest: FlowRule;
  slowestAnswer: FlowRule;
}

/** The budgets of one API process, and what it counts of them. */
export interface Transfers {
  disk: FairBudget;
  memory: FairBudget;
  answers: FairBudget;
  /** Pieces of stored files on their way to readers. */
  pieces: SharedReads<Buffer>;
  /** For chunks of answers: a few in each turn of the event loop. */
  answerTurn: OwnTurn;
  /** For pieces of bodies that come: each has a turn of the event loop of its own. */
  bodyTurn: OwnTurn;
  slowest: FlowRule;
  slowestAnswer: FlowRule;
  /** Counts a transfer that was ended. `kind`: upload, import, body, download, answer or archive. */
  refused(kind: string, reason: RefusalReason): void;
}

/** Makes the budgets; the disk is bounded by half of what is free where scratch files go, too. */
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
    answerTurn: createOwnTurns(CHUNKS_A_TURN),
    bodyTurn: createOwnTurns(),
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
    // Never less than the largest import, as far as there is so much.
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
