import type { ChangeSet, CommandResult, Document } from '@framemill/timeline';
import type { Edit, Entry } from './edit.ts';

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
