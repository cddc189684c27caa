import {
  applyCommands,
  batchIds,
  type ChangeSet,
  type CommandResult,
  changeParts,
  changesBetween,
  type Document,
  type ReduceContext,
  sharedParts,
  undo,
  undoLater,
} from '@framemill/timeline';
import type { Edit, Entry } from './edit.ts';

/**
 * Edit conflict: this user's pending edit changes something that another user has already changed. The user must choose
 * one of the two changes.
 */
export interface Conflict {
  edit: Edit;
  /** Parts of the document that both changes affect: `clip <id>`, `track <id>`, `settings`, `markers`. */
  parts: string[];
  /** The other user's change, which is already saved. */
  theirs: Entry;
}

/** State of a project in an open editor. It is immutable. */
export interface SyncState {
  /** Document of revision `rev`, exactly as the service has it. */
  confirmed: Document;
  rev: number;
  /** Unconfirmed edits, oldest first. The first one may be in transit. */
  pending: readonly PendingEdit[];
  /** Document that the user sees: `confirmed` with the `pending` edits applied. */
  document: Document;
  conflicts: readonly Conflict[];
  /** Inverse changes of this user's last confirmed edits (at most 500), by `batchId`. Undo applies them. */
  inverses: ReadonlyMap<string, { rev: number; inverse: ChangeSet }>;
}

/** Unconfirmed edit, applied on top of the confirmed document. */
export interface PendingEdit {
  edit: Edit;
  /** Parts of the document that the edit changes locally; empty while only the service can tell its effect. */
  parts: ReadonlySet<string>;
  /** Changes that undo the edit locally. */
  inverse: ChangeSet;
  /**
   * Whether the edit could not be applied locally. It is sent to the service, and its effect appears with the response.
   */
  isBlind: boolean;
}

/** Context of the reducer in an editor. Ids are derived from the edits' batch ids. */
export type EditorContext = Omit<ReduceContext, 'newId'>;

const MOST_INVERSES = 500;

/** Returns the initial state of a project that was just read. */
export function openSync(document: Document, rev: number): SyncState {
  return { confirmed: document, rev, pending: [], document, conflicts: [], inverses: new Map() };
}

/** Result of applying an edit locally. */
export interface Tried {
  state: SyncState;
  results: CommandResult[];
  /** Reason why the edit was refused; null when it was applied. */
  problem: string | null;
}

/**
 * Commands whose result depends on data that only the service has: audio measurements, file contents, the script
 * engine.
 */
const SERVICE_OPS = new Set(['runScript', 'autoDuck', 'trimSilence', 'normalizeAudio', 'importSubtitles']);

/**
 * Applies an edit on top of the pending ones, completely or not at all. If a command is refused, the state is returned
 * unchanged with the problem.
 */
export function addEdit(state: SyncState, edit: Edit, context: EditorContext): Tried {
  const made = apply(state, state.document, state.pending, edit, context);
  if (made.problem !== null) return { state, results: made.results, problem: made.problem };
  const pending = [...state.pending, made.pending];
  return { state: { ...state, pending, document: made.document }, results: made.results, problem: null };
}

/**
 * Removes an edit that the service refused and applies the remaining edits again. An edit that can no longer be applied
 * locally is still sent; the service then decides.
 */
export function dropEdit(state: SyncState, batchId: string, context: EditorContext): SyncState {
  const pending = state.pending.filter(({ edit }) => edit.batchId !== batchId);
  return pending.length === state.pending.length ? state : rebase({ ...state, pending }, context);
}

/**
 * Merges saved changes in order, beginning with the one that follows `state.rev`; changes already known are skipped.
 * Local edits among the saved changes are confirmed. A pending edit becomes a conflict when it changes a part of the
 * document that another user has changed. All other pending edits are applied again on top.
 */
export function takeEntries(state: SyncState, entries: readonly Entry[], context: EditorContext): SyncState {
  let { confirmed, rev, pending } = state;
  const inverses = new Map(state.inverses);
  const foreign: { entry: Entry; parts: ReadonlySet<string> }[] = [];
  const own = new Set(pending.map(({ edit }) => edit.batchId));
  for (const entry of entries) {
    if (entry.rev <= rev) continue;
    if (entry.rev !== rev + 1) break;
    const next = undo(confirmed, entry.changes);
    if (entry.batchId !== null && own.has(entry.batchId)) {
      inverses.set(entry.batchId, { rev: entry.rev, inverse: changesBetween(confirmed, next) });
      pending = pending.filter(({ edit }) => edit.batchId !== entry.batchId);
    } else foreign.push({ entry, parts: changeParts(entry.changes) });
    confirmed = next;
    rev = entry.rev;
  }
  for (const batchId of inverses.keys()) {
    if (inverses.size <= MOST_INVERSES) break;
    inverses.delete(batchId);
  }
  const { kept, conflicts } = meet(pending, foreign);
  const taken = { ...state, confirmed, rev, pending: kept, inverses, conflicts: [...state.conflicts, ...conflicts] };
  return seenBefore(state.document, rebase(taken, context));
}

/**
 * Returns the state with the displayed document object when the service's document equals it, so that nothing is
 * rendered again.
 */
function seenBefore(document: Document, state: SyncState): SyncState {
  if (Object.keys(changesBetween(document, state.document)).length > 0) return state;
  return { ...state, document, ...(state.pending.length === 0 ? { confirmed: document } : {}) };
}

/**
 * Returns the state after the whole document was read again, for example when there were too many changes to list. All
 * pending edits are applied again on top.
 */
export function reopenSync(state: SyncState, document: Document, rev: number, context: EditorContext): SyncState {
  return rev < state.rev ? state : rebase({ ...state, confirmed: document, rev }, context);
}

/**
 * Resolves a conflict. With `mine` the edit is applied on top of the other user's change, otherwise it is discarded.
 */
export function resolveConflict(state: SyncState, batchId: string, mine: boolean, context: EditorContext): Tried {
  const conflict = state.conflicts.find(({ edit }) => edit.batchId === batchId);
  if (!conflict) return { state, results: [], problem: null };
  const without = { ...state, conflicts: state.conflicts.filter((one) => one !== conflict) };
  if (!mine) return { state: without, results: [], problem: null };
  const tried = addEdit(without, conflict.edit, context);
  return tried.problem === null ? tried : { ...tried, state: without };
}

/**
 * Splits pending edits into those without a conflict (`kept`) and conflicts. An edit is in conflict when it changes a
 * clip, track or other part of the document that a foreign change or an earlier conflicting edit changes.
 */
function meet(pending: readonly PendingEdit[], foreign: readonly { entry: Entry; parts: ReadonlySet<string> }[]) {
  const kept: PendingEdit[] = [];
  const conflicts: Conflict[] = [];
  if (foreign.length === 0) return { kept: pending, conflicts };
  for (const one of pending) {
    const found = foreign
      .map(({ entry, parts }) => ({ theirs: entry, parts: sharedParts(one.parts, parts) }))
      .find(({ parts }) => parts.length > 0);
    const below = conflicts.find(({ edit }) => {
      const held = pending.find((other) => other.edit === edit);
      return held !== undefined && sharedParts(one.parts, held.parts).length > 0;
    });
    if (found) conflicts.push({ edit: one.edit, ...found });
    else if (below) conflicts.push({ edit: one.edit, theirs: below.theirs, parts: below.parts });
    else kept.push(one);
  }
  return { kept, conflicts };
}

/**
 * Applies the pending edits again on the confirmed document. An edit that fails now is still sent to the service, which
 * returns the reason.
 */
function rebase(state: SyncState, context: EditorContext): SyncState {
  let document = state.confirmed;
  const pending: PendingEdit[] = [];
  for (const { edit } of state.pending) {
    const made = apply(state, document, pending, edit, context);
    pending.push(made.problem === null ? made.pending : blind(edit));
    document = made.document;
  }
  return { ...state, pending, document };
}

interface Made {
  document: Document;
  pending: PendingEdit;
  results: CommandResult[];
  problem: string | null;
}

function apply(
  { inverses }: Pick<SyncState, 'inverses'>,
  document: Document,
  below: readonly PendingEdit[],
  edit: Edit,
  context: EditorContext,
): Made {
  const unseen = { document, pending: blind(edit), results: [], problem: null };
  if (edit.kind === 'restore') return unseen;
  if (edit.kind === 'undo') {
    const inverse =
      below.find((one) => one.edit.batchId === edit.target)?.inverse ?? inverses.get(edit.target)?.inverse;
    if (!inverse) return unseen;
    try {
      return seen(document, undoLater(document, inverse), edit, []);
    } catch (error) {
      return { ...unseen, problem: error instanceof Error ? error.message : String(error) };
    }
  }
  if (edit.commands.some(({ op }) => SERVICE_OPS.has(op))) return unseen;
  const options = { atomic: true };
  const outcome = applyCommands(document, edit.commands, { ...context, newId: batchIds(edit.batchId) }, options);
  const { results, blocked } = outcome;
  const problem = blocked[0]?.reason ?? results.find(({ ok }) => !ok)?.error ?? null;
  if (problem !== null) return { ...unseen, results, problem };
  return seen(document, outcome.document, edit, results);
}

function seen(before: Document, after: Document, edit: Edit, results: CommandResult[]): Made {
  const inverse = changesBetween(before, after);
  const pending = { edit, inverse, parts: changeParts(inverse), isBlind: false };
  return { document: after, pending, results, problem: null };
}

function blind(edit: Edit): PendingEdit {
  return { edit, inverse: {}, parts: new Set(), isBlind: true };
}
