import { createDocument } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { applyBatch } from '../projects/apply-batch.ts';
import { createdHint } from '../projects/batch-hint.ts';
import { AtomicSchema, batchFields, FirstCommandsSchema } from '../projects/command-batch.ts';
import { NameSchema, WorkspaceIdSchema } from '../projects/fields.ts';
import { ProjectRecordSchema, projectSummary } from '../projects/project-record.ts';
import { checkProjectQuota, insertProject } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';
import { checkWorkspace } from '../workspaces/find-workspace.ts';

/** POST /v1/projects */
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
  }),
  bodyLimitBytes: LONGEST_BODY_BYTES,
  status: 201,
  answer: Type.Object({
    // First, so that whoever reads the beginning of the answer sees that commands failed.
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
  ],
  async handle({ body, caller }, deps) {
    await checkWorkspace(deps, caller.accountId, body.workspaceId);
    await checkProjectQuota(deps, caller);
    const { atomic = false } = body;
    const batch = await applyBatch(deps, caller, createDocument({ name: body.name }), body.commands ?? [], { atomic });
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
