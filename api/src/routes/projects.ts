import { createDocument, type Document, FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { RouteServices } from '../deps.ts';
import { DeletedSchema, deleteOwn } from '../http/not-found.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { batchMsPerUnit } from '../limiter/cost-limits.ts';
import { applyBatch, createdHint } from '../projects/apply-batch.ts';
import { authorOf } from '../projects/change-journal.ts';
import { AtomicSchema, batchFields, FirstCommandsSchema } from '../projects/command-batch.ts';
import { IdParams, LARGEST_REV, NameSchema, ViewSchema, WorkspaceIdSchema } from '../projects/fields.ts';
import { listRecords, rowsThatFit } from '../projects/list-records.ts';
import { FullProjectSchema, ProjectRecordSchema, projectRecord, projectSummary } from '../projects/project-record.ts';
import {
  checkProjectQuota,
  insertProject,
  loadProject,
  placeProject,
  projectColumns,
  projectNotFound,
  saveDocument,
} from '../projects/project-store.ts';
import { documentAt } from '../projects/save-past.ts';
import { TemplateValuesSchema, templateCommands } from '../projects/template-record.ts';
import { checkWorkspace } from '../projects/workspace-record.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

/** Route that creates a project, optionally with commands or from a template: POST /v1/projects. */
export const createProject = defineRoute({
  name: 'create-project',
  method: 'POST',
  path: '/projects',
  access: 'projects.write',
  summary: 'Create a project',
  description:
    'Creates a project, optionally with commands. Commands that fail do not undo the project; see `hint` and ' +
    '`results`.',
  body: Type.Object({
    name: NameSchema,
    commands: Type.Optional(FirstCommandsSchema),
    atomic: AtomicSchema,
    workspaceId: Type.Optional(WorkspaceIdSchema),
    templateId: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'Template to begin with; `commands` come on top of it. See GET /v1/templates.',
      }),
    ),
    variables: Type.Optional(TemplateValuesSchema),
  }),
  bodyLimitBytes: LONGEST_BODY_BYTES,
  msPerUnit: (_query, body) => batchMsPerUnit(body),
  status: 201,
  answer: Type.Object({
    // Placed first, so that a client that reads only the start of the answer sees failed commands.
    hint: Type.String(),
    project: ProjectRecordSchema,
    ...batchFields,
    suggestedPreviewTimes: Type.Array(Type.Number()),
  }),
  errors: ['quota_exceeded', 'not_found'],
  examples: [
    { title: 'An empty project', body: { name: 'Holiday film' } },
    {
      title: 'A project with a title',
      body: {
        name: 'Titles',
        commands: [{ op: 'addTextClip', text: 'Hello', start: 0, duration: 3, style: { fontSize: 120 } }],
      },
    },
    {
      title: 'A project from a template',
      body: {
        name: 'Spring sale',
        templateId: 'quote',
        variables: { words: 'Everything must bloom.', author: 'The garden centre' },
      },
    },
  ],
  async handle({ body, caller }, deps) {
    await checkWorkspace(deps, caller.accountId, body.workspaceId);
    await checkProjectQuota(deps, caller);
    const { atomic = false } = body;
    const begun = await begin(deps, caller, body);
    const batch = await applyBatch(deps, caller, begun, body.commands ?? [], { atomic });
    const row = await insertProject(deps, caller, batch.document, body.workspaceId ?? null);
    return {
      hint: createdHint(batch, { atomic }, row.id),
      project: projectSummary(row, batch.document),
      results: batch.results,
      blocked: batch.blocked,
      lint: batch.lint,
      suggestedPreviewTimes: batch.suggestedPreviewTimes,
    };
  },
});

/**
 * Returns the document that the caller's commands are applied to: an empty one, or that of a template.
 * Throws `invalid_request` for an unknown template, or for values that it does not accept.
 */
async function begin(
  deps: RouteServices,
  caller: Caller,
  { name, templateId, variables = {} }: { name: string; templateId?: string; variables?: Record<string, string> },
): Promise<Document> {
  const empty = createDocument({ name });
  if (templateId !== undefined) {
    const batch = await applyBatch(deps, caller, empty, templateCommands(templateId, variables), {});
    const failed = batch.results.find(({ ok }) => !ok);
    if (failed) throw variablesError(`the template "${templateId}" cannot use these values: ${failed.error}`);
    return batch.document;
  }
  if (Object.keys(variables).length > 0)
    throw variablesError('values were sent without a template. Send templateId as well.');
  return empty;
}

function variablesError(what: string): FramemillError {
  return new FramemillError('invalid_request', `body.variables: ${what}`, { field: 'body.variables' });
}

const NO_DOCUMENTS =
  'Documents are not listed: view=document shows clips here. Read GET /v1/projects/{id}?view=document.';

/** Route that lists the projects of the account: GET /v1/projects. */
export const listProjects = defineRoute({
  name: 'list-projects',
  method: 'GET',
  path: '/projects',
  access: 'projects.read',
  summary: 'List projects',
  description: 'Lists the projects of the account, newest first. Documents are not listed.',
  query: Type.Object({
    view: Type.Optional(ViewSchema),
    workspace: Type.Optional(Type.String({ maxLength: 64, description: 'Only the projects of this workspace.' })),
    ...PagingQuery,
  }),
  status: 200,
  answer: Type.Object({
    projects: Type.Array(ProjectRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    note: Type.Optional(Type.String()),
  }),
  errors: ['not_found'],
  examples: [
    { title: 'The first page' },
    { title: 'Ten, with clips', query: { limit: 10, view: 'clips' } },
    { title: 'Documents are refused with a note', query: { view: 'document' } },
  ],
  async handle({ query, caller }, deps) {
    const { workspace: workspaceId } = query;
    await checkWorkspace(deps, caller.accountId, workspaceId);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await deps.database.client.project.findMany({
      where: {
        accountId: caller.accountId,
        ...(workspaceId === undefined ? {} : { workspaceId }),
        ...afterCursor(query.cursor, 'prj'),
      },
      orderBy: newestFirst,
      take: limit + 1,
      select: projectColumns,
    });
    const withClips = query.view === 'clips' || query.view === 'document';
    const { page, nextCursor } = pageOf(rows, withClips ? rowsThatFit(rows, limit) : limit);
    const projects = await listRecords(deps, page, withClips ? 'clips' : 'summary');
    return { projects, nextCursor, ...(query.view === 'document' ? { note: NO_DOCUMENTS } : {}) };
  },
});

/** Route that reads a project, optionally at an earlier revision: GET /v1/projects/{id}. */
export const getProject = defineRoute({
  name: 'get-project',
  method: 'GET',
  path: '/projects/:id',
  access: 'projects.read',
  summary: 'Read a project',
  description: 'Reads one project: `summary`, `clips` (default: tracks and clip summaries) or the whole `document`.',
  params: IdParams,
  query: Type.Object({
    view: Type.Optional(ViewSchema),
    rev: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LARGEST_REV,
        description: 'The tracks, clips and document as they were at this rev.',
      }),
    ),
  }),
  status: 200,
  answer: Type.Object({ project: FullProjectSchema }),
  errors: ['not_found'],
  examples: [{ title: 'With clips' }, { title: 'The document', query: { view: 'document' } }],
  async handle({ params, query, caller }, deps) {
    const project = await loadProject(deps, caller.accountId, params.id);
    const document = await documentAt(deps, project, query.rev ?? project.row.rev);
    return {
      project: { ...projectRecord(project.row, document, query.view ?? 'clips'), rev: query.rev ?? project.row.rev },
    };
  },
});

/** Route that renames a project: PATCH /v1/projects/{id}. */
export const updateProject = defineRoute({
  name: 'update-project',
  method: 'PATCH',
  path: '/projects/:id',
  access: 'projects.write',
  summary: 'Rename a project',
  description: 'Renames a project by the command setProjectSettings, so that the document and the record agree.',
  params: IdParams,
  body: Type.Object({ name: NameSchema }),
  status: 200,
  answer: Type.Object({ project: ProjectRecordSchema }),
  errors: ['not_found'],
  conflicts: ['stale_rev'],
  examples: [{ title: 'Rename', body: { name: 'Second cut' } }],
  async handle({ params, body, caller }, deps) {
    const project = await loadProject(deps, caller.accountId, params.id);
    const command = { op: 'setProjectSettings', name: body.name };
    const batch = await applyBatch(deps, caller, project.document, [command]);
    const [result] = batch.results;
    if (!result?.ok) throw new FramemillError('invalid_request', result?.error ?? 'The name was refused.');
    const row = await saveDocument(deps, caller.accountId, project, batch.document, {
      ...{ author: authorOf(caller, 'api'), commands: [command], results: batch.results },
    });
    return { project: projectSummary(row, batch.document) };
  },
});

/** Route that deletes a project: DELETE /v1/projects/{id}. */
export const deleteProject = defineRoute({
  name: 'delete-project',
  method: 'DELETE',
  path: '/projects/:id',
  access: 'projects.write',
  summary: 'Delete a project',
  description: 'Deletes a project; a second call answers 404. Its renders and media stay.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  handle: ({ params, caller }, { database }) =>
    deleteOwn(database.client.project, caller.accountId, params.id, projectNotFound),
});

/** Route that moves a project into a workspace or out of one: PUT /v1/projects/{id}/workspace. */
export const moveProject = defineRoute({
  name: 'move-project',
  method: 'PUT',
  path: '/projects/:id/workspace',
  access: 'projects.write',
  summary: 'Move a project to a workspace',
  description: 'Puts a project into a workspace, or with null into none. The document and its `rev` stay as they are.',
  params: IdParams,
  body: Type.Object({ workspaceId: WorkspaceIdSchema }),
  status: 200,
  answer: Type.Object({ project: ProjectRecordSchema }),
  errors: ['not_found'],
  examples: [
    { title: 'Into a workspace', body: { workspaceId: '{workspaceId}' } },
    { title: 'Out of its workspace', body: { workspaceId: null } },
  ],
  async handle({ params, body, caller }, deps) {
    const { accountId } = caller;
    await checkWorkspace(deps, accountId, body.workspaceId);
    const row = await placeProject(deps, accountId, params.id, body.workspaceId);
    const [project] = await listRecords(deps, [row], 'summary');
    // The project was deleted at the same moment.
    if (!project) throw projectNotFound();
    return { project };
  },
});
