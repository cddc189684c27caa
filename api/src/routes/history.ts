import { isUsable, resolveSources } from '@framemill/scheduler';
import {
  type ChangeSet,
  CLIP_DEFAULTS,
  changeParts,
  createDocument,
  type Document,
  defaultSource,
  FramemillError,
  sharedParts,
  undoLater,
} from '@framemill/timeline';
import { documentProblems, parseDocument } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { againWhenStale } from '../projects/apply-batch.ts';
import { changesBefore, changesSince, inverseOf } from '../projects/change-journal.ts';
import { HistoryEntrySchema, historyEntries } from '../projects/change-record.ts';
import { BatchIdSchema } from '../projects/command-batch.ts';
import { sourcesOf } from '../projects/command-context.ts';
import { IdParams, LARGEST_REV } from '../projects/fields.ts';
import { findProject, loadProject, type Project, staleRev } from '../projects/project-store.ts';
import { documentAt, PastAnswerSchema, savePast } from '../projects/save-past.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

/** Route that lists the changes of a project, newest first: GET /v1/projects/{id}/history. */
export const listHistory = defineRoute({
  name: 'list-history',
  method: 'GET',
  path: '/projects/:id/history',
  access: 'projects.read',
  summary: 'List the changes of a project',
  description:
    'Lists who changed what and when, newest first. The last 2,000 changes are kept, or 64 MB of them. GET ' +
    '/v1/projects/{id}?rev= reads the project as it was, POST /v1/projects/{id}/restore makes that the present one.',
  params: IdParams,
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Entries per page (default 50).' })),
    before: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LARGEST_REV,
        description: 'Changes before this rev only: `nextBefore` of the page before.',
      }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    rev: Type.Integer({ description: 'The present rev.' }),
    entries: Type.Array(HistoryEntrySchema),
    nextBefore: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'The last changes' }],
  async handle({ params, query, caller }, deps) {
    const { id, rev } = await findProject(deps, caller.accountId, params.id);
    const limit = query.limit ?? 50;
    const stored = await changesBefore(deps, id, query.before ?? rev + 1, limit + 1);
    const page = stored.slice(0, limit);
    const entries = await historyEntries(deps, caller, page);
    return { rev, entries, nextBefore: stored.length > limit ? (page.at(-1)?.rev ?? null) : null };
  },
});

/** Maximum number of attempts to save. An attempt fails when another save of the project comes first. */
const TRIES = 4;

/** Route that undoes one change of a project: POST /v1/projects/{id}/undo. */
export const undoChange = defineRoute({
  name: 'undo-change',
  method: 'POST',
  path: '/projects/:id/undo',
  access: 'projects.write',
  summary: 'Undo one change',
  description:
    'Takes back what the change that led to `rev` did, and nothing of what others did before or after. Undoing ' +
    'the rev that an undo made is redo. 409 with `conflictCode: change_overwritten` when later changes touched ' +
    'the same parts (`parts`: `clip <id>`, `track <id>`, `settings`, `markers`), or what comes back would not ' +
    'fit what is there now.',
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
        throw overwritten(`Revision ${one.rev} changed the same parts: ${parts.slice(0, 5).join(', ')}.`, parts);
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
  const message = `The change cannot be undone on its own. ${why} Undo later changes first, or restore a revision.`;
  return new FramemillError('invalid_request', message, {
    conflictCode: 'change_overwritten',
    parts: parts.slice(0, 100),
  });
}

/** Route that restores an earlier revision of a project: POST /v1/projects/{id}/restore. */
export const restoreProject = defineRoute({
  name: 'restore-project',
  method: 'POST',
  path: '/projects/:id/restore',
  access: 'projects.write',
  summary: 'Restore a project',
  description:
    'Makes the project again what it was at `rev`. That is a change like others, which can be undone: what came ' +
    'after `rev` stays in the history.',
  params: IdParams,
  body: Type.Object({ rev: Type.Integer({ minimum: 1, maximum: LARGEST_REV }), batchId: Type.Optional(BatchIdSchema) }),
  status: 200,
  answer: PastAnswerSchema,
  errors: ['not_found'],
  conflicts: ['stale_rev'],
  examples: [{ title: 'As it was made', body: { rev: 1 } }],
  async handle({ params, body, caller }, deps) {
    return againWhenStale(TRIES, async () => {
      const project = await loadProject(deps, caller.accountId, params.id);
      const note = { batchId: body.batchId, restores: body.rev };
      return savePast(deps, caller, project, note, () => documentAt(deps, project, body.rev));
    });
  },
});

/** Maximum number of errors in a document that one response lists. */
const MOST_FAULTS = 20;

/** Route that replaces the whole document of a project: PUT /v1/projects/{id}/document. */
export const putDocument = defineRoute({
  name: 'put-document',
  method: 'PUT',
  path: '/projects/:id/document',
  access: 'projects.write',
  summary: 'Replace the document',
  description:
    'Replaces the whole document of a project, for projects that are kept as files. That is a change like ' +
    'others, which can be undone. Its sources must be media of the account that are READY. With `rev` it is ' +
    'refused when the project has changed since. For edits, send commands.',
  params: IdParams,
  body: Type.Object({
    document: Type.Unsafe<unknown>({ type: 'object', description: 'See GET /v1/schema/document.' }),
    rev: Type.Optional(
      Type.Integer({ minimum: 1, maximum: LARGEST_REV, description: 'The rev that the document was made from.' }),
    ),
    batchId: Type.Optional(BatchIdSchema),
  }),
  bodyLimitBytes: LONGEST_BODY_BYTES,
  status: 200,
  answer: PastAnswerSchema,
  errors: ['not_found'],
  conflicts: ['stale_rev'],
  examples: [{ title: 'A document of one clip', body: { document: exampleDocument() } }],
  async handle({ params, body, caller }, deps) {
    const document = documentOf(body.document);
    await requireUsable(deps, caller.accountId, document);
    return againWhenStale(body.rev === undefined ? TRIES : 1, async () => {
      const project = await loadProject(deps, caller.accountId, params.id);
      if (body.rev !== undefined && body.rev !== project.row.rev) throw staleRev(project.row.rev);
      return savePast(deps, caller, project, { batchId: body.batchId }, async () => document);
    });
  },
});

/** Builds an example document with one clip: a circle shown for three seconds. */
function exampleDocument(): Document {
  const shape = { kind: 'circle', fill: '#ffb765', width: 400, height: 400 } as const;
  const times = { start: 0, duration: 3, mediaDuration: 3 };
  const circle = { ...CLIP_DEFAULTS, ...times, id: 'circle', type: 'shape', trackIndex: 1, shape } as const;
  return { ...createDocument({ name: 'From a file' }), clips: [circle] };
}

/** Checks and parses a document. Throws `invalid_request` that lists up to MOST_FAULTS errors. */
function documentOf(value: unknown): Document {
  const problems = documentProblems(value, MOST_FAULTS);
  const [first] = problems;
  if (first === undefined) return parseDocument(value);
  throw new FramemillError('invalid_request', `${first.path}: ${first.message}`, {
    field: fieldAt(first.path),
    problems: problems.map(({ path, message }) => ({ field: fieldAt(path), message })),
  });
}

/**
 * Converts a path in the document to the name of the field in the request body: `clips[0].start` becomes
 * `body.document.clips.0.start`.
 */
function fieldAt(path: string): string {
  return `body.document.${path.replaceAll(/\[(\d+)\]/g, '.$1')}`;
}

async function requireUsable(deps: ApiDeps, accountId: string, document: Document): Promise<void> {
  const named = sourcesOf(document)
    .map(defaultSource)
    .filter((src) => src !== '');
  const found = await resolveSources(deps, accountId, named);
  const faults = [...found].flatMap(([src, source]) => (isUsable(source) ? [] : [{ src, problem: source.problem }]));
  const [first] = faults;
  if (first === undefined) return;
  const message = `The source "${first.src}" cannot be used: ${first.problem}, or remove it from the document.`;
  throw new FramemillError('invalid_request', message, {
    field: 'body.document',
    problems: faults.slice(0, MOST_FAULTS),
  });
}
