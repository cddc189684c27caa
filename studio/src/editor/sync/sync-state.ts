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

/** An edit of this person that touches what somebody else changed meanwhile: the person decides. */
export interface Conflict {
  edit: Edit;
  /** What of the document both touch: `clip <id>`, `track <id>`, `settings`, `markers`. */
  parts: string[];
  /** The change that came first. */
  theirs: Entry;
}

/** A project as an open editor has it. Never changed in place. */
export interface SyncState {
  /** The document at `rev`, exactly as the service has it. */
  confirmed: Document;
  rev: number;
  /** Edits that are not confirmed, oldest first; the first one may be on its way. */
  pending: readonly PendingEdit[];
  /** What the person sees: `confirmed` with `pending` on top. */
  document: Document;
  conflicts: readonly Conflict[];
  /** What takes back the confirmed edits of this person, by `batchId`; of the last ones only. */
  inverses: ReadonlyMap<string, { rev: number; inverse: ChangeSet }>;
}

/** An edit on top of the confirmed document. */
export interface PendingEdit {
  edit: Edit;
  /** What it touches here; empty while only the service can tell what it does. */
  parts: ReadonlySet<string>;
  /** What takes it back here. */
  inverse: ChangeSet;
  /** Whether it could not be applied here: the service is asked, and what it does appears when it answers. */
  isBlind: boolean;
}

/** What the reducer may know in an editor; ids come from the edits. */
export type EditorContext = Omit<ReduceContext, 'newId'>;

const MOST_INVERSES = 500;

/** The state of a project that was just read. */
export function openSync(document: Document, rev: number): SyncState {
  return { confirmed: document, rev, pending: [], document, conflicts: [], inverses: new Map() };
}

/** What became of an edit here. */
export interface Tried {
  state: SyncState;
  results: CommandResult[];
  /** Why it was refused; null when it is on top of the document now. */
  problem: string | null;
}

/** Commands whose outcome depends on what only the service has: measured sound, files, the script machine. */
const SERVICE_OPS = new Set(['runScript', 'autoDuck', 'trimSilence', 'normalizeAudio', 'importSubtitles']);

/** Puts an edit on top. Commands that cannot be applied are refused, and the state stays; all of an edit is applied or nothing. */
export function addEdit(state: SyncState, edit: Edit, context: EditorContext): Tried {
  const made = apply(state, state.document, state.pending, edit, context);
  if (made.problem !== null) return { state, results: made.results, problem: made.problem };
  const pending = [...state.pending, made.pending];
  return { state: { ...state, pending, document: made.document }, results: made.results, problem: null };
}

/** Takes an edit away that the service refused, and whatever cannot stand without it. */
export function dropEdit(state: SyncState, batchId: string, context: EditorContext): SyncState {
  const pending = state.pending.filter(({ edit }) => edit.batchId !== batchId);
  return pending.length === state.pending.length ? state : rebase({ ...state, pending }, context);
}

/**
 * Takes in changes that the service saved, which follow on `state.rev` in order; those that are known already are left out. Own
 * edits among them are confirmed. Edits that touch what others changed become conflicts; all others go on top again.
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

/** What the service made of an edit is mostly what is seen already: it stays the same document then, and nothing is drawn anew. */
function seenBefore(document: Document, state: SyncState): SyncState {
  if (Object.keys(changesBetween(document, state.document)).length > 0) return state;
  return { ...state, document, ...(state.pending.length === 0 ? { confirmed: document } : {}) };
}

/** The state after the document was read anew, as when too much changed to tell: all edits go on top again. */
export function reopenSync(state: SyncState, document: Document, rev: number, context: EditorContext): SyncState {
  return rev < state.rev ? state : rebase({ ...state, confirmed: document, rev }, context);
}

/** Settles a conflict: with `mine` the edit goes on top of what the other did, else it is given up. */
export function resolveConflict(state: SyncState, batchId: string, mine: boolean, context: EditorContext): Tried {
  const conflict = state.conflicts.find(({ edit }) => edit.batchId === batchId);
  if (!conflict) return { state, results: [], problem: null };
  const without = { ...state, conflicts: state.conflicts.filter((one) => one !== conflict) };
  if (!mine) return { state: without, results: [], problem: null };
  const tried = addEdit(without, conflict.edit, context);
  return tried.problem === null ? tried : { ...tried, state: without };
}

/** Splits edits into those that touch nothing of what others did and those that do, or stand on one that does. */
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

/** Applies the pending edits anew on the confirmed document. One that fails there now goes to the service, which says why. */
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
