import type { ChangeSet, Command } from '@framemill/timeline';

/** A change of the document that a person made here and that the service has not confirmed yet. */
export type Edit = CommandEdit | UndoEdit | RestoreEdit;

interface EditHead {
  /** Name of the edit at the service, which applies it once however often it is sent. */
  batchId: string;
  /** What the history shows. */
  label: string;
}

/** Commands, all or nothing. */
export interface CommandEdit extends EditHead {
  kind: 'commands';
  commands: Command[];
}

/** Takes an earlier edit of this person back. */
export interface UndoEdit extends EditHead {
  kind: 'undo';
  /** `batchId` of that edit. */
  target: string;
  /** The rev that it led to; null while the service has not confirmed it. */
  rev: number | null;
}

/** Makes the document again what it was at a rev. */
export interface RestoreEdit extends EditHead {
  kind: 'restore';
  rev: number;
}

/** A change that the service saved, whoever made it. */
export interface Entry {
  rev: number;
  batchId: string | null;
  author: { via: string; name: string };
  /** Time, ISO 8601. */
  at: string;
  commands: Command[];
  /** Makes the document of `rev - 1` that of `rev`. */
  changes: ChangeSet;
  undoes: number | null;
  restores: number | null;
}

/** Makes the name of an edit: 96 random bits. */
export function newBatchId(random: Crypto = crypto): string {
  const digits = [...random.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0'));
  return `bat_${digits.join('')}`;
}
