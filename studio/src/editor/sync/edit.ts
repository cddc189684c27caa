import type { ChangeSet, Command, CommandResult, Document } from '@framemill/timeline';

/** Local change of the document that the service has not confirmed yet. */
export type Edit = CommandEdit | UndoEdit | RestoreEdit;

interface EditHead {
  /** Idempotency key of the edit: the service applies it once, however often it is sent. */
  batchId: string;
  /** Label in the history. */
  label: string;
}

/** Edit of several commands; either all of them are applied or none. */
export interface CommandEdit extends EditHead {
  kind: 'commands';
  commands: Command[];
}

/** Edit that undoes an earlier edit of this user. */
export interface UndoEdit extends EditHead {
  kind: 'undo';
  /** `batchId` of the edit to undo. */
  target: string;
  /** Revision that the edit to undo led to; null while the service has not confirmed that edit. */
  rev: number | null;
}

/** Edit that restores the document of an earlier revision. */
export interface RestoreEdit extends EditHead {
  kind: 'restore';
  rev: number;
}

/** Change that the service saved, by any user. */
export interface Entry {
  rev: number;
  batchId: string | null;
  author: { via: string; name: string };
  /** Id of the program that made it; null: a person. Only events have it. */
  programId?: string | null;
  /** Time of the change, ISO 8601. */
  at: string;
  commands: Command[];
  /** Changes that turn the document of `rev - 1` into that of `rev`. */
  changes: ChangeSet;
  undoes: number | null;
  restores: number | null;
}

/** Returns a new random batch id with 96 random bits. */
export function newBatchId(random: Crypto = crypto): string {
  const digits = [...random.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `bat_${digits.join('')}`;
}

/** Result of sending an edit to the service. */
export type SendOutcome =
  /**
   * The edit was applied, now or by an earlier request; `changes` lead from `rev - 1` to `rev`. `hasChanged` is false
   * when it changed nothing.
   */
  | { kind: 'applied'; rev: number; changes: ChangeSet; results: CommandResult[]; hasChanged: boolean }
  /** Another edit was saved first: the edit must be sent again for the new revision. */
  | { kind: 'stale' }
  /** The edit was refused for good; sending it again is pointless. */
  | { kind: 'refused'; problem: string }
  /** The session has ended. */
  | { kind: 'signed-out' }
  /** The service cannot be reached or is busy. The edit may have been applied. */
  | { kind: 'unknown'; retryAfterMs: number | null };

/** Changes since a revision. */
export interface Missed {
  rev: number;
  entries: Entry[];
  /** Whether there were too many changes to list, so that the document must be read again. */
  reset: boolean;
}

/** Service interface that the sync needs. All methods except `send` reject when the service cannot be reached. */
export interface ProjectService {
  /** Sends an edit that was made on revision `rev`. Never rejects. */
  send(edit: Edit, rev: number): Promise<SendOutcome>;
  since(rev: number): Promise<Missed>;
  read(): Promise<{ document: Document; rev: number }>;
}
