import type { Document } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { RouteServices } from '../deps.ts';
import { orderDelivery } from '../destinations/order-delivery.ts';
import { sameNotFound } from '../http/same-not-found.ts';
import { isIdLike } from '../ids.ts';
import { projectNotFound, refuseLargeProject } from '../projects/project-store.ts';
import { withVariables } from '../projects/variable-values.ts';
import { wishesOf } from '../renders/output-schema.ts';
import { QuoteSchema, quoteAnswer } from '../renders/quote-schema.ts';
import { renderAnswer } from '../renders/render-answer.ts';
import { type RenderBody, RenderBodySchema } from '../renders/render-body.ts';
import { keptOrder } from '../renders/render-order.ts';
import { RenderRecordSchema } from '../renders/render-schema.ts';
import { limitsOf } from '../renders/report-schema.ts';
import { defineRoute } from '../routing/define-route.ts';

const AppliedSchema = Type.Object({
  resolution: Type.String(),
  watermark: Type.Boolean(),
  priority: Type.Boolean(),
  maxHeight: Type.Optional(Type.Number()),
  cappedByPlan: Type.Optional(Type.Boolean()),
  note: Type.Optional(Type.String({ description: 'What became of a resolution that is neither full nor half.' })),
});

/** Route that starts a render of a project: POST /v1/renders. */
export const createRender = defineRoute({
  name: 'create-render',
  method: 'POST',
  path: '/renders',
  scope: 'render.write',
  summary: 'Start a render',
  description:
    'Queues a render of a project as it is now, with `variables` in place. Poll `poll` until the status is COMPLETED, FAILED or CANCELLED. With a test ' +
    'key the render is COMPLETED at once with a sample file and nothing is charged.',
  body: RenderBodySchema,
  status: 202,
  answer: Type.Object({
    render: RenderRecordSchema,
    applied: AppliedSchema,
    poll: Type.String(),
  }),
  errors: ['not_found', 'quota_exceeded', 'provider_error'],
  examples: [
    { title: 'MP4', body: { projectId: '{projectId}' } },
    { title: 'A small GIF', body: { projectId: '{projectId}', format: 'gif', quality: 'draft', resolution: 'half' } },
    {
      title: 'A film, its poster, thumbnails for a player and its captions',
      body: {
        projectId: '{projectId}',
        outputs: [
          { format: 'mp4', captions: 'embedded', chapters: true },
          { format: 'poster', atSec: 0.5 },
          { format: 'sprites', intervalSec: 1 },
          { format: 'vtt' },
        ],
      },
    },
    {
      title: 'As it is, upright and square',
      body: {
        projectId: '{projectId}',
        outputs: [{ format: 'mp4' }, { format: 'mp4', aspect: '9:16' }, { format: 'mp4', aspect: '1:1' }],
      },
    },
    {
      title: 'Sent to an address that was signed for it',
      body: { projectId: '{projectId}', destination: { url: 'https://media.example.org/holiday.mp4' } },
    },
    { title: 'With the defaults of its variables', body: { projectId: '{projectId}', variables: {} } },
    { title: 'Only if it is good', body: { projectId: '{projectId}', qc: 'strict' } },
    {
      title: 'With limits of its own',
      body: {
        projectId: '{projectId}',
        qc: { minLufs: -16, maxLufs: -12, maxTruePeakDb: -1, maxSizeBytes: 50_000_000 },
      },
    },
    { title: 'What it would take', body: { projectId: '{projectId}', dryRun: true }, status: 200 },
  ],
  async handle({ body, caller }, deps) {
    const order = await orderOf(deps, caller.accountId, body);
    const { destination, reference } = body;
    const files = 1 + order.outputs.length;
    const ordered = destination && (await orderDelivery(deps, caller.accountId, destination, files));
    const admission = deps.scheduler.admit({
      ...{ ...order, qc: limitsOf(body.qc), environment: caller.credential.environment },
      ...(ordered ? { delivery: { ...ordered, ...(reference === undefined ? {} : { reference }) } } : {}),
      along: keptOrder(body),
    });
    const { render, applied } = await sameNotFound(admission, projectNotFound);
    return {
      render: renderAnswer(deps, render),
      applied: { ...applied, ...noteOn(body.resolution) },
      poll: `/v1/renders/${render.id}`,
    };
  },
  dryRun: {
    answer: Type.Object({ quote: QuoteSchema, applied: AppliedSchema }),
    async handle({ body, caller }, deps) {
      const asked = deps.scheduler.quote(await orderOf(deps, caller.accountId, body));
      const { quote, applied } = await sameNotFound(asked, projectNotFound);
      return {
        quote: await quoteAnswer(deps, caller.accountId, quote),
        applied: { ...applied, ...noteOn(body.resolution) },
      };
    },
  },
});

async function orderOf(deps: RouteServices, accountId: string, body: RenderBody) {
  const { projectId, variables, smart } = body;
  const { own, further } = wishesOf(body);
  if (!isIdLike(projectId)) throw projectNotFound();
  await refuseLargeProject(deps, accountId, projectId);
  return {
    ...{ accountId, projectId, ...own, smart, outputs: further.map((wish) => ({ ...wish, smart })) },
    prepare: (document: Document) => withVariables(document, variables),
  };
}

function noteOn(resolution = 'full'): { note?: string } {
  if (resolution === 'full' || resolution === 'half') return {};
  const shown = resolution.length > 40 ? `${resolution.slice(0, 40)}...` : resolution;
  return {
    note: `The resolution ${JSON.stringify(shown)} means half the size: there are full and half. The size of the project is changed with setProjectSettings.`,
  };
}
