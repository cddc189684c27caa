import { type ChangeSet, type Document, parseDocument, undo } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { wayBack } from './change-journal.ts';
import type { Project } from './project-store.ts';

/** Returns the document of a project as it was at revision `rev`. Throws `not_found` when it is not stored. */
export async function documentAt(deps: ApiDeps, project: Project, rev: number): Promise<Document> {
  const { snapshot, inverses } = await wayBack(deps, project.row.id, rev, project.row.rev);
  let document = snapshot === null ? project.document : parseDocument(JSON.parse(snapshot));
  for (const inverse of inverses) {
    const changes: ChangeSet = JSON.parse(inverse);
    document = undo(document, changes);
  }
  return document;
}
