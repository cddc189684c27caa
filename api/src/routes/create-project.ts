import { createDocument, type Document, FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import type { RouteServices } from '../deps.ts';
import { batchMsPerUnit } from '../limiter/too-heavy.ts';
import { applyBatch } from '../projects/apply-batch.ts';
import { createdHint } from '../projects/batch-hint.ts';
import { AtomicSchema, batchFields, FirstCommandsSchema } from '../projects/command-batch.ts';
import { NameSchema, WorkspaceIdSchema } from '../projects/fields.ts';
import { ProjectRecordSchema, projectSummary } from '../projects/project-record.ts';
import { checkProjectQuota, insertProject } from '../projects/project-store.ts';
import { TemplateValuesSchema, templateCommands } from '../projects/template-record.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';
import { checkWorkspace } from '../workspaces/find-workspace.ts';

/** Route that creates a project, optionally with commands or from a template: POST /v1/projects. */
export const createProject = defineRoute({
  name: 'create-project',
  method: 'POST',
  path: '/projects',
  scope: 'projects.write',
  summary: 'Create a project',
  description:
    'Creates a project, optionally with commands. Commands that fail do not undo the project; see `hint` and `results`.',
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
 * Returns the document to which the caller's commands are applied: an empty one, or the result of a template. Throws
 * `invalid_request` for an unknown template, or values that it does not accept.
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
  if (Object.keys(variables).length > 0) throw variablesError('variables belong to a template. Send templateId, too.');
  return empty;
}

function variablesError(what: string): FramemillError {
  return new FramemillError('invalid_request', `body.variables: ${what}`, { field: 'body.variables' });
}
