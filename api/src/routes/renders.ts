import type { Database } from '@framemill/infra';
import { renderRecord } from '@framemill/scheduler';
import { redisKeys } from '@framemill/scheduler/protocol';
import type { Document } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { callerActor, recordAudit } from '../audit/audit-log.ts';
import { abandonUpload } from '../deliveries/abandon-upload.ts';
import type { RouteServices } from '../deps.ts';
import { orderDelivery } from '../destinations/order-delivery.ts';
import { DeletedSchema, sameNotFound } from '../http/not-found.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { isIdLike } from '../ids.ts';
import { IdParams } from '../projects/fields.ts';
import { projectNotFound, requireLightProject } from '../projects/project-store.ts';
import { withVariables } from '../projects/variable-values.ts';
import { wishesOf } from '../renders/output-schema.ts';
import { QuoteSchema, quoteAnswer } from '../renders/quote-schema.ts';
import { findRender, renderNotFound } from '../renders/render-lookup.ts';
import { keptOrder, type RenderBody, RenderBodySchema } from '../renders/render-order.ts';
import { renderReport } from '../renders/render-report.ts';
import { RenderRecordSchema, renderAnswer } from '../renders/render-schema.ts';
import { limitsOf, RenderReportSchema } from '../renders/report-schema.ts';
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
  access: 'render.write',
  summary: 'Start a render',
  description:
    'Queues a render of a project as it is now, with `variables` in place. Poll `poll` until the status is ' +
    'COMPLETED, FAILED or CANCELLED. With a test key the render is COMPLETED at once with a sample file and ' +
    'nothing is charged.',
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
  const { projectId, variables, smart, earlyPlayback } = body;
  const { own, further } = wishesOf(body);
  if (!isIdLike(projectId)) throw projectNotFound();
  await requireLightProject(deps, accountId, projectId);
  return {
    ...{ accountId, projectId, ...own, smart, earlyPlayback },
    outputs: further.map((wish) => ({ ...wish, smart })),
    prepare: (document: Document) => withVariables(document, variables),
  };
}

function noteOn(resolution = 'full'): { note?: string } {
  if (resolution === 'full' || resolution === 'half') return {};
  const shown = resolution.length > 40 ? `${resolution.slice(0, 40)}...` : resolution;
  return {
    note:
      `The resolution ${JSON.stringify(shown)} means half the size: there are full and half. The size of the ` +
      'project is changed with setProjectSettings.',
  };
}

/**
 * Route that reads the state of a render: GET /v1/renders/{id}. Clients poll it, so the rate limit and the state are
 * read in one round trip to Redis.
 */
export const getRender = defineRoute({
  name: 'get-render',
  method: 'GET',
  path: '/renders/:id',
  access: 'render.read',
  summary: 'Render status',
  description: 'The state of a render. Poll at most every five seconds.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ render: RenderRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Poll' }],
  alongsideKey: (rawParams) => {
    const hasId = typeof rawParams === 'object' && rawParams !== null && 'id' in rawParams;
    return hasId && typeof rawParams.id === 'string' && isIdLike(rawParams.id)
      ? redisKeys.render(rawParams.id)
      : undefined;
  },
  async handle({ params, caller, alongside }, deps) {
    return { render: renderAnswer(deps, await findRender(deps, caller.accountId, params.id, alongside)) };
  },
});

/** Route that returns the quality report of a render: GET /v1/renders/{id}/report. */
export const getRenderReport = defineRoute({
  name: 'get-render-report',
  method: 'GET',
  path: '/renders/:id/report',
  access: 'render.read',
  summary: 'Quality report of a render',
  description:
    'What was measured and found in a finished file: black, frozen and blown out stretches, silence, loudness, ' +
    'true peak, the offset of sound and picture, missing glyphs, upscaled media, texts that are faint or at the ' +
    'edge, bitrate, size and times. A render without `qc` is measured when its report is asked for first: poll ' +
    'until `status` is READY. A frozen or blown out picture counts where a video plays; contrast where a text ' +
    'stands on one colour; texts of html clips are not looked into. Reports are kept for a month.',
  params: IdParams,
  query: Type.Object({
    output: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 9,
        description: 'Which file of a render with several `outputs`; default 0.',
      }),
    ),
  }),
  status: 200,
  answer: Type.Object({ report: RenderReportSchema }),
  errors: ['not_found'],
  examples: [{ title: 'The report' }, { title: 'Of its first file', query: { output: 0 } }],
  async handle({ params, query, caller }, deps) {
    const { output = 0 } = query;
    return { report: await renderReport(deps, { accountId: caller.accountId, renderId: params.id, output }) };
  },
});

/** Route that lists renders of a project or of the account: GET /v1/renders. */
export const listRenders = defineRoute({
  name: 'list-renders',
  method: 'GET',
  path: '/renders',
  access: 'render.read',
  summary: 'List renders',
  description: "Lists a project's renders, or without `projectId` those of the account, newest first.",
  query: Type.Object({ projectId: Type.Optional(Type.String()), ...PagingQuery }),
  status: 200,
  answer: Type.Object({
    renders: Type.Array(RenderRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'Of the account' }, { title: 'Of a project', query: { projectId: '{projectId}', limit: 20 } }],
  async handle({ query, caller }, { database, apiHost }) {
    const { accountId } = caller;
    const { projectId } = query;
    if (projectId !== undefined) await requireProject(database, accountId, projectId);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.render.findMany({
      where: {
        accountId,
        parentId: null,
        ...(projectId === undefined ? {} : { projectId }),
        ...afterCursor(query.cursor, 'rnd'),
      },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { renders: page.map((row) => renderAnswer({ apiHost }, renderRecord(row))), nextCursor };
  },
});

// Renders outlive their project: an id with renders of this account is valid even if the project was deleted.
async function requireProject(database: Database, accountId: string, projectId: string): Promise<void> {
  if (!isIdLike(projectId)) throw projectNotFound();
  const project = await database.client.project.findFirst({
    where: { id: projectId, accountId },
    select: { id: true },
  });
  if (project) return;
  const render = await database.client.render.findFirst({ where: { projectId, accountId }, select: { id: true } });
  if (!render) throw projectNotFound();
}

/** Route that cancels a render: POST /v1/renders/{id}/cancel. */
export const cancelRender = defineRoute({
  name: 'cancel-render',
  method: 'POST',
  path: '/renders/:id/cancel',
  access: 'render.write',
  summary: 'Cancel a render',
  description:
    'Cancels a render that has not finished and gives its export back. A finished render answers 409 ' +
    '`invalid_request`.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ render: RenderRecordSchema }),
  errors: ['not_found'],
  conflicts: ['render_finished'],
  examples: [{ title: 'Cancel' }],
  async handle({ params, caller }, deps) {
    if (!isIdLike(params.id)) throw renderNotFound();
    const cancelled = deps.scheduler.cancel({ accountId: caller.accountId, renderId: params.id });
    return { render: renderAnswer(deps, await sameNotFound(cancelled, renderNotFound)) };
  },
});

/** Route that deletes an ended render: DELETE /v1/renders/{id}. */
export const deleteRender = defineRoute({
  name: 'delete-render',
  method: 'DELETE',
  path: '/renders/:id',
  access: 'render.write',
  summary: 'Delete a render',
  description:
    'Deletes a render that has ended, with all its files, its report and its deliveries, for good. Addresses of its ' +
    'files answer 404 at once, its stream within 10 s; copies in caches outside of the service stay. Files on their ' +
    'way to a destination fail. Usage counts stay, and other renders keep the segments that they share with it. A ' +
    'render that has not ended answers 409 `invalid_request`: cancel it first.',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  conflicts: ['render_open'],
  examples: [{ title: 'Delete' }],
  async handle({ params: { id }, caller }, deps) {
    if (!isIdLike(id)) throw renderNotFound();
    const { accountId } = caller;
    const entry = { actor: callerActor(caller), action: 'render.delete', accountId, subject: id } as const;
    const removal = deps.scheduler.remove({ accountId, renderId: id, along: (tx) => recordAudit(tx, entry) });
    for (const upload of await sameNotFound(removal, renderNotFound)) void abandonUpload(deps, upload);
    return { id, deleted: true as const };
  },
});
