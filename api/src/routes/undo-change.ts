import { type ChangeSet, changeParts, FramemillError, sharedParts, undoLater } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { againWhenStale } from '../projects/again-when-stale.ts';
import { changesSince, inverseOf } from '../projects/change-journal.ts';
import { BatchIdSchema } from '../projects/command-batch.ts';
import { IdParams, LARGEST_REV } from '../projects/fields.ts';
import { loadProject, type Project } from '../projects/project-store.ts';
import { PastAnswerSchema, savePast } from '../projects/save-past.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Maximum attempts when another save comes in between. */
const TRIES = 4;

/** Route that undoes one change of a project: POST /v1/projects/{id}/undo. */
export const undoChange = defineRoute({
  name: 'undo-change',
  method: 'POST',
  path: '/projects/:id/undo',
  scope: 'projects.write',
  summary: 'Undo one change',
  description:
    'Takes back what the change that led to `rev` did, and nothing of what others did before or after. Undoing the rev that an undo made is ' +
    'redo. 409 with `conflictCode: change_overwritten` when later changes touched the same parts (`parts`: `clip <id>`, `track <id>`, `settings`, ' +
    '`markers`), or what comes back would not fit what is there now.',
  params: IdParams,
  body: Type.Object({
    rev: Type.Integer({ minimum: 2, maximum: LARGEST_REV, description: 'The rev that the change led to.' }),
    batchId: Type.Optional(BatchIdSchema),
  }),
  status: 200,
  answer: PastAnswerSchema,
  errors: ['not_found'],
  conflicts: ['stale_rev', 'change_overwritten'],
  examples: [{ title: 'Take a change back', body: { rev: 2 } }],
  async handle({ params, body, caller }, deps) {
    return againWhenStale(TRIES, async () => {
      const project = await loadProject(deps, caller.accountId, params.id);
      const note = { batchId: body.batchId, undoes: body.rev };
      return savePast(deps, caller, project, note, async () => {
        const inverse: ChangeSet = JSON.parse(await inverseOf(deps, project.row.id, body.rev));
        await refuseOverwritten(deps, project, body.rev, inverse);
        return orConflict(() => undoLater(project.document, inverse));
      });
    });
  },
});

async function refuseOverwritten(deps: ApiDeps, { row }: Project, rev: number, inverse: ChangeSet): Promise<void> {
  const own = changeParts(inverse);
  for (let since = rev; since < row.rev; ) {
    const later = await changesSince(deps, row.id, since, row.rev);
    if (later === null || later.length === 0) throw overwritten('The later changes are no longer stored.', []);
    for (const one of later) {
      since = one.rev;
      const changes: ChangeSet = JSON.parse(one.changes);
      const parts = sharedParts(own, changeParts(changes));
      if (parts.length > 0)
        throw overwritten(`Rev ${one.rev} changed the same parts: ${parts.slice(0, 5).join(', ')}.`, parts);
    }
  }
}

function orConflict<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    throw overwritten(error.message, []);
  }
}

function overwritten(why: string, parts: string[]): FramemillError {
  const message = `The change cannot be undone on its own. ${why} Undo later changes first, or restore an earlier rev.`;
  return new FramemillError('invalid_request', message, {
    conflictCode: 'change_overwritten',
    parts: parts.slice(0, 100),
  });
}
