import { formats, qualities } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { sameNotFound } from '../http/same-not-found.ts';
import { isIdLike } from '../ids.ts';
import { projectNotFound, refuseLargeProject } from '../projects/project-store.ts';
import { VariableValuesSchema, withVariables } from '../projects/variable-values.ts';
import { renderAnswer } from '../renders/render-answer.ts';
import { RenderRecordSchema } from '../renders/render-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

/** POST /v1/renders */
export const createRender = defineRoute({
  name: 'create-render',
  method: 'POST',
  path: '/renders',
  scope: 'render.write',
  summary: 'Start a render',
  description:
    'Queues a render of a project as it is now, with `variables` in place. Poll `poll` until the status is COMPLETED, FAILED or CANCELLED. With a test ' +
    'key the render is COMPLETED at once with a sample file and nothing is charged.',
  body: Type.Object({
    projectId: Type.String(),
    format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
    quality: Type.Optional(Type.Enum([...qualities], { description: 'Default standard.' })),
    resolution: Type.Optional(Type.String({ description: '`full` (default); any other text means half the size.' })),
    variables: Type.Optional(VariableValuesSchema),
  }),
  status: 202,
  answer: Type.Object({
    render: RenderRecordSchema,
    applied: Type.Object({
      resolution: Type.String(),
      watermark: Type.Boolean(),
      priority: Type.Boolean(),
      maxHeight: Type.Optional(Type.Number()),
      cappedByPlan: Type.Optional(Type.Boolean()),
      note: Type.Optional(Type.String({ description: 'What became of a resolution that is neither full nor half.' })),
    }),
    poll: Type.String(),
  }),
  errors: ['not_found', 'quota_exceeded'],
  examples: [
    { title: 'MP4', body: { projectId: '{projectId}' } },
    { title: 'A small GIF', body: { projectId: '{projectId}', format: 'gif', quality: 'draft', resolution: 'half' } },
    { title: 'With the defaults of its variables', body: { projectId: '{projectId}', variables: {} } },
  ],
  async handle({ body, caller }, deps) {
    if (!isIdLike(body.projectId)) throw projectNotFound();
    const wanted = body.resolution ?? 'full';
    await refuseLargeProject(deps, caller.accountId, body.projectId);
    const admission = deps.scheduler.admit({
      accountId: caller.accountId,
      projectId: body.projectId,
      format: body.format ?? 'mp4',
      quality: body.quality ?? 'standard',
      resolution: wanted === 'full' ? 'full' : 'half',
      environment: caller.credential.environment,
      prepare: (document) => withVariables(document, body.variables),
    });
    const { render, applied } = await sameNotFound(admission, projectNotFound);
    const note = noteOn(wanted);
    return {
      render: renderAnswer(deps, render),
      applied: { ...applied, ...(note === null ? {} : { note }) },
      poll: `/v1/renders/${render.id}`,
    };
  },
});

function noteOn(resolution: string): string | null {
  if (resolution === 'full' || resolution === 'half') return null;
  const shown = resolution.length > 40 ? `${resolution.slice(0, 40)}...` : resolution;
  return `The resolution ${JSON.stringify(shown)} means half the size: there are full and half. The size of the project is changed with setProjectSettings.`;
}
