import type { ChangeSet, CommandResult, Document } from '@framemill/timeline';
import type { Edit, Entry } from './edit.ts';

/** What the service said to an edit. */
export type SendOutcome =
  /** It was applied, now or before; `changes` lead from `rev - 1` to `rev`. Null rev: it changed nothing. */
  | { kind: 'applied'; rev: number; changes: ChangeSet; results: CommandResult[]; hasChanged: boolean }
  /** Somebody else was faster. */
  | { kind: 'stale' }
  /** It will not be applied, whenever it is sent. */
  | { kind: 'refused'; problem: string }
  /** Nobody is signed in any more. */
  | { kind: 'signed-out' }
  /** The service cannot be reached or is busy: it may have been applied. */
  | { kind: 'unknown'; retryAfterMs: number | null };

/** What happened since a rev. */
export interface Missed {
  rev: number;
  entries: Entry[];
  /** Too much happened to tell: the document has to be read anew. */
  reset: boolean;
}

/** The service as the editor's state needs it. All but `send` reject when it cannot be reached. */
export interface ProjectService {
  /** Sends an edit that was made on `rev`. Never rejects. */
  send(edit: Edit, rev: number): Promise<SendOutcome>;
  since(rev: number): Promise<Missed>;
  read(): Promise<{ document: Document; rev: number }>;
}
