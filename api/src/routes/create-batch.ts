import { MOST_BATCH_ITEMS } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { batchAnswer } from '../batches/batch-answer.ts';
import { BatchBodySchema } from '../batches/batch-body.ts';
import { BatchRecordSchema } from '../batches/batch-schema.ts';
import { BatchWebhookSchema, batchWebhook } from '../batches/batch-webhook.ts';
import { wantedBatch } from '../batches/wanted-batch.ts';
import { orderDelivery } from '../destinations/order-delivery.ts';
import { QuoteSchema, quoteAnswer } from '../renders/quote-schema.ts';
import { limitsOf } from '../renders/report-schema.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

/** Route that renders a project once for each item of a batch: POST /v1/batches. */
export const createBatch = defineRoute({
  name: 'create-batch',
  method: 'POST',
  path: '/batches',
  scope: 'render.write',
  summary: 'Render a project many times',
  description:
    `Makes a film of the project as it is now for each item, up to ${MOST_BATCH_ITEMS}, with the item's values of its variables. Items begin as ` +
    'places of the plan get free; from three places on one stays free for single renders. What items have in common is rendered once. ' +
    'Names of variables are checked for all items here; an item whose values make no film fails alone.',
  bodyLimitBytes: LONGEST_BODY_BYTES,
  body: BatchBodySchema,
  status: 202,
  answer: Type.Object({
    batch: BatchRecordSchema,
    webhook: Type.Optional(BatchWebhookSchema),
    poll: Type.String(),
  }),
  errors: ['not_found', 'quota_exceeded', 'provider_error'],
  examples: [
    {
      title: 'Two films',
      body: { projectId: '{projectId}', items: [{ variables: {}, reference: 'a' }, { variables: {} }] },
    },
    { title: 'Of a table', body: { projectId: '{projectId}', csv: 'reference\nann\nbob', quality: 'draft' } },
    {
      title: 'A film, a poster and captions of each item',
      body: {
        projectId: '{projectId}',
        items: [{ variables: {} }],
        outputs: [{ format: 'mp4' }, { format: 'poster', atSec: 0.5 }, { format: 'srt' }],
      },
    },
    {
      title: 'Only those that are good',
      body: { projectId: '{projectId}', items: [{ variables: {} }], qc: 'strict' },
    },
    {
      title: 'Each film as it is and upright',
      body: {
        projectId: '{projectId}',
        items: [{ variables: {} }],
        outputs: [{ format: 'mp4' }, { format: 'mp4', aspect: '9:16' }],
      },
    },
    {
      title: 'What it would take',
      body: { projectId: '{projectId}', items: [{ variables: {} }], dryRun: true },
      status: 200,
    },
  ],
  async handle({ body, caller }, deps) {
    const { accountId } = caller;
    const wanted = await wantedBatch(deps, accountId, body);
    const webhook = body.webhook === undefined ? null : await batchWebhook(deps, accountId, body.webhook);
    const files = wanted.items.length * (1 + wanted.outputs.length);
    const delivery = body.destination && (await orderDelivery(deps, accountId, body.destination, files));
    const batch = await deps.scheduler.createBatch({
      ...{ ...wanted, name: body.name ?? '', qc: limitsOf(body.qc), environment: caller.credential.environment },
      ...(delivery ? { delivery } : {}),
      ...(webhook ? { along: webhook.insert } : {}),
    });
    return {
      batch: batchAnswer(batch),
      ...(webhook ? { webhook: webhook.shown } : {}),
      poll: `/v1/batches/${batch.id}`,
    };
  },
  dryRun: {
    answer: Type.Object({ quote: QuoteSchema }),
    async handle({ body, caller }, deps) {
      const { quote } = await deps.scheduler.quoteBatch(await wantedBatch(deps, caller.accountId, body));
      return { quote: await quoteAnswer(deps, caller.accountId, quote) };
    },
  },
});
