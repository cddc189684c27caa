import type { ChangeSet, Command } from '@framemill/timeline';

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
