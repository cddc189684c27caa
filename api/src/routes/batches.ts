import { batchColumns, batchItemStatuses, MOST_BATCH_ITEMS } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { BatchBodySchema, BatchWebhookSchema, batchWebhook, wantedBatch } from '../batches/batch-body.ts';
import { batchNotFound, indexOfCursor, itemCursor, ownBatch, readItems } from '../batches/batch-items.ts';
import { BatchItemSchema, BatchRecordSchema, batchAnswer, batchAnswers } from '../batches/batch-schema.ts';
import { orderDelivery } from '../destinations/order-delivery.ts';
import { sameNotFound } from '../http/not-found.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { isIdLike } from '../ids.ts';
import { IdParams } from '../projects/fields.ts';
import { QuoteSchema, quoteAnswer } from '../renders/quote-schema.ts';
import { limitsOf } from '../renders/report-schema.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

/** Route that renders a project once for each item of a batch: POST /v1/batches. */
export const createBatch = defineRoute({
  name: 'create-batch',
  method: 'POST',
  path: '/batches',
  access: 'render.write',
  summary: 'Render a project many times',
  description:
    `Makes a film of the project as it is now for each item, up to ${MOST_BATCH_ITEMS}, with the item's values ` +
    'of its variables. Items begin as ' +
    'places of the plan get free; from three places on one stays free for single renders. What items have in ' +
    'common is rendered once. Names of variables are checked for all items here; an item whose values make no ' +
    'film fails alone.',
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

/** Route that lists the batches of the account: GET /v1/batches. */
export const listBatches = defineRoute({
  name: 'list-batches',
  method: 'GET',
  path: '/batches',
  access: 'render.read',
  summary: 'List batches',
  description: 'Lists the batches of the account, newest first.',
  query: Type.Object({ projectId: Type.Optional(Type.String()), ...PagingQuery }),
  status: 200,
  answer: Type.Object({
    batches: Type.Array(BatchRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The newest', query: { limit: 10 } }],
  async handle({ query, caller }, deps) {
    const { projectId, limit = DEFAULT_PAGE_SIZE } = query;
    const rows = await deps.database.client.batch.findMany({
      where: {
        accountId: caller.accountId,
        ...(projectId === undefined ? {} : { projectId }),
        ...afterCursor(query.cursor, 'bat'),
      },
      select: batchColumns,
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { batches: await batchAnswers(deps, page), nextCursor };
  },
});

/** Route that reads the state of a batch: GET /v1/batches/{id}. */
export const getBatch = defineRoute({
  name: 'get-batch',
  method: 'GET',
  path: '/batches/:id',
  access: 'render.read',
  summary: 'A batch',
  description:
    'How a batch stands: how many of its items wait, run and have ended, and how much of them was rendered once.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ batch: BatchRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'One' }],
  async handle({ params, caller }, deps) {
    const [batch] = await batchAnswers(deps, [await ownBatch(deps, caller.accountId, params.id)]);
    if (!batch) throw batchNotFound();
    return { batch };
  },
});

/** Route that lists the items of a batch: GET /v1/batches/{id}/items. */
export const listBatchItems = defineRoute({
  name: 'list-batch-items',
  method: 'GET',
  path: '/batches/:id/items',
  access: 'render.read',
  summary: 'Items of a batch',
  description: 'Lists the items of a batch in their order, all or those of one status.',
  params: IdParams,
  query: Type.Object({ status: Type.Optional(Type.Enum([...batchItemStatuses])), ...PagingQuery }),
  status: 200,
  answer: Type.Object({
    items: Type.Array(BatchItemSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'All' }, { title: 'What failed', query: { status: 'FAILED' } }],
  async handle({ params, query, caller }, deps) {
    const { id } = await ownBatch(deps, caller.accountId, params.id);
    const { limit = DEFAULT_PAGE_SIZE, status } = query;
    const from = indexOfCursor(query.cursor);
    const rows = await readItems(deps, id, { from, limit: limit + 1, ...(status === undefined ? {} : { status }) });
    const next = rows[limit];
    return { items: rows.slice(0, limit), nextCursor: next ? itemCursor(next.index) : null };
  },
});

/** Route that cancels a batch: POST /v1/batches/{id}/cancel. */
export const cancelBatch = defineRoute({
  name: 'cancel-batch',
  method: 'POST',
  path: '/batches/:id/cancel',
  access: 'render.write',
  summary: 'Cancel a batch',
  description:
    'Cancels what of a batch has not ended, and gives the exports of its renders back. Finished items stay. A ' +
    'batch that has ended answers 409 `invalid_request`.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ batch: BatchRecordSchema }),
  errors: ['not_found'],
  conflicts: ['batch_finished'],
  examples: [{ title: 'Cancel' }],
  async handle({ params, caller }, deps) {
    if (!isIdLike(params.id)) throw batchNotFound();
    const cancelled = deps.scheduler.cancelBatch({ accountId: caller.accountId, batchId: params.id });
    return { batch: batchAnswer(await sameNotFound(cancelled, batchNotFound)) };
  },
});

/** Route that queues the failed and cancelled items of a batch again: POST /v1/batches/{id}/retry. */
export const retryBatch = defineRoute({
  name: 'retry-batch',
  method: 'POST',
  path: '/batches/:id/retry',
  access: 'render.write',
  summary: 'Try failed items of a batch again',
  description:
    'Puts the failed and cancelled items of a batch into its queue again, with the project as it was when the ' +
    'batch was made. Finished items stay, and segments that were rendered for the others are not rendered again. ' +
    'A batch that ended more than 30 days ago answers 409 `invalid_request`.',
  params: IdParams,
  status: 200,
  answer: Type.Object({
    batch: BatchRecordSchema,
    items: Type.Integer({ description: 'Items that are tried again.' }),
  }),
  errors: ['not_found'],
  conflicts: ['batch_swept'],
  examples: [{ title: 'Try again' }],
  async handle({ params, caller }, deps) {
    if (!isIdLike(params.id)) throw batchNotFound();
    const retried = deps.scheduler.retryBatch({ accountId: caller.accountId, batchId: params.id });
    const { batch, items } = await sameNotFound(retried, batchNotFound);
    return { batch: batchAnswer(batch), items };
  },
});
