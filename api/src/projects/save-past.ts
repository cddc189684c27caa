import { type ChangeSet, changesBetween, type Document, parseDocument, undo } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { authorOf, type ChangeNote, changeOfBatch, wayBack } from './change-journal.ts';
import { ChangesSchema } from './command-batch.ts';
import { type Project, saveDocument } from './project-store.ts';

/** Schema of the response to an undo or a restore. */
export const PastAnswerSchema = Type.Object({
  projectId: Type.String(),
  rev: Type.Integer({ description: 'The rev that it led to.' }),
  changes: ChangesSchema,
  replayed: Type.Boolean({ description: 'A request with this `batchId` was answered before; nothing was done now.' }),
});

/**
 * Saves the document that `make` returns as the current one, for an undo or a restore.
 * If an earlier change has the same `batchId`, nothing is saved, and the result of that change is returned.
 */
export async function savePast(
  deps: ApiDeps,
  caller: Caller,
  project: Project,
  note: Pick<ChangeNote, 'batchId' | 'undoes' | 'restores'>,
  make: () => Promise<Document>,
) {
  const { id } = project.row;
  const earlier = note.batchId === undefined ? null : await changeOfBatch(deps, id, note.batchId);
  if (earlier) return { projectId: id, rev: earlier.rev, changes: JSON.parse(earlier.changes), replayed: true };
  const document = await make();
  const changes = changesBetween(document, project.document);
  const differs = Object.keys(changes).length > 0;
  const whole = { ...note, author: authorOf(caller, 'api'), commands: [] };
  const row = differs ? await saveDocument(deps, caller.accountId, project, document, whole) : project.row;
  return { projectId: id, rev: row.rev, changes, replayed: false };
}

/**
 * Returns the document of a project as it was at revision `rev`. Throws `not_found` when that revision is no longer
 * stored.
 */
export async function documentAt(deps: ApiDeps, project: Project, rev: number): Promise<Document> {
  const { snapshot, inverses } = await wayBack(deps, project.row.id, rev, project.row.rev);
  let document = snapshot === null ? project.document : parseDocument(JSON.parse(snapshot));
  for (const inverse of inverses) {
    const changes: ChangeSet = JSON.parse(inverse);
    document = undo(document, changes);
  }
  return document;
}
