import {
  applyCommands,
  batchIds,
  type ChangeSet,
  changeParts,
  changesBetween,
  type Document,
  sharedParts,
  undoLater,
} from '@framemill/timeline';
import type { Edit, Entry, Missed, SendOutcome } from './edit.ts';
import type { EditorContext } from './sync-state.ts';

/** In-memory service for tests that follows the rules of the real one. */
export class SimulatedService {
  document: Document;
  rev = 1;
  readonly entries: Entry[] = [];
  readonly #inverses = new Map<number, ChangeSet>();
  readonly #context: EditorContext;

  constructor(document: Document, context: EditorContext) {
    this.document = document;
    this.#context = context;
  }

  apply(edit: Edit, rev: number): SendOutcome {
    const earlier = this.entries.find(({ batchId }) => batchId === edit.batchId);
    if (earlier) return { kind: 'applied', rev: earlier.rev, changes: earlier.changes, results: [], hasChanged: true };
    if (edit.kind === 'commands' && rev !== this.rev) return { kind: 'stale' };
    try {
      const next = this.#made(edit);
      if (next === this.document)
        return { kind: 'applied', rev: this.rev, changes: {}, results: [], hasChanged: false };
      return this.#save(edit, next);
    } catch (error) {
      return { kind: 'refused', problem: error instanceof Error ? error.message : String(error) };
    }
  }

  since(rev: number): Missed {
    return { rev: this.rev, entries: this.entries.filter((entry) => entry.rev > rev), reset: false };
  }

  #made(edit: Edit): Document {
    if (edit.kind === 'restore') throw new Error('The simulated service cannot restore revisions.');
    if (edit.kind === 'undo') {
      const inverse = this.#inverses.get(edit.rev ?? 0);
      if (!inverse) throw new Error(`There is no revision ${edit.rev} to undo.`);
      const own = changeParts(inverse);
      const later = this.entries.filter((entry) => entry.rev > (edit.rev ?? 0));
      if (later.some(({ changes }) => sharedParts(own, changeParts(changes)).length > 0))
        throw new Error('A later edit changed the same parts. Undo that edit first.');
      return undoLater(this.document, inverse);
    }
    const context = { ...this.#context, newId: batchIds(edit.batchId) };
    const { document, results } = applyCommands(this.document, edit.commands, context, { atomic: true });
    const failed = results.find(({ ok }) => !ok);
    if (failed) throw new Error(failed.error);
    return document;
  }

  #save(edit: Edit, next: Document): SendOutcome {
    const changes: ChangeSet = JSON.parse(JSON.stringify(changesBetween(next, this.document)));
    this.rev += 1;
    this.#inverses.set(this.rev, changesBetween(this.document, next));
    this.document = next;
    const commands = edit.kind === 'commands' ? edit.commands : [];
    const author = { via: 'editor', name: 'Ann' };
    const head = {
      rev: this.rev,
      batchId: edit.batchId,
      author,
      at: '2026-11-25T00:00:00Z',
      undoes: null,
      restores: null,
    };
    this.entries.push({ ...head, commands, changes });
    return { kind: 'applied', rev: this.rev, changes, results: [], hasChanged: true };
  }
}
