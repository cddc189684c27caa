import { compressions, subtitleText } from '@framemill/compositor/formats';
import { type Prisma, readObject } from '@framemill/infra';
import { type BatchItemInput, isUsable, MOST_BATCH_ITEMS, resolveSources } from '@framemill/scheduler';
import { FramemillError, itemsOfCsv, listVariables, requireNames, type Variable } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps, RouteServices } from '../deps.ts';
import { DestinationWishSchema } from '../destinations/order-delivery.ts';
import { newId } from '../ids.ts';
import { requireWithin } from '../limiter/cost-limits.ts';
import { loadProject } from '../projects/project-store.ts';
import { VariableValuesSchema } from '../projects/variable-values.ts';
import {
  AspectSchema,
  FormatSchema,
  imageFields,
  OutputsSchema,
  QualitySchema,
  wishesOf,
} from '../renders/output-schema.ts';
import { QcSchema } from '../renders/report-schema.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';
import { endpointFields } from '../webhooks/endpoint-record.ts';
import { newWebhookSecret } from '../webhooks/sign-webhook.ts';

const ItemSchema = Type.Object({
  variables: VariableValuesSchema,
  reference: Type.Optional(
    Type.String({ maxLength: 200, description: 'What you know it by; it comes back with the item.' }),
  ),
  name: Type.Optional(Type.String({ maxLength: 200 })),
});

/** Body of a request that creates a batch. */
export const BatchBodySchema = Type.Object({
  projectId: Type.String(),
  name: Type.Optional(Type.String({ maxLength: 200, description: 'For people.' })),
  items: Type.Optional(Type.Array(ItemSchema, { minItems: 1, maxItems: MOST_BATCH_ITEMS })),
  csv: Type.Optional(
    Type.String({
      maxLength: LONGEST_BODY_BYTES,
      description:
        'In place of `items`: a table as CSV. Its first row names variables of the project, and perhaps ' +
        '`reference` and `name`, which name the item and may be variables as well; each further row is an item. An ' +
        'empty cell leaves the variable its default.',
    }),
  ),
  csvMediaId: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'In place of `items`: media of kind `table`, an uploaded CSV file of at most 5 MB, read as `csv` is.',
    }),
  ),
  format: Type.Optional(FormatSchema),
  quality: Type.Optional(QualitySchema),
  compression: Type.Optional(
    Type.Enum([...compressions], {
      description: 'As of a render, but `fast` by default: the films of a batch then share most of their frames.',
    }),
  ),
  resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
  aspect: Type.Optional(AspectSchema),
  ...imageFields,
  outputs: Type.Optional(OutputsSchema),
  webhook: Type.Optional(
    Type.String({
      ...endpointFields.url,
      description:
        'An address of this batch alone: `batch.completed` is sent there, beside the endpoints of the account, ' +
        'signed with the `secret` of the answer.',
    }),
  ),
  destination: Type.Optional(DestinationWishSchema),
  qc: Type.Optional(QcSchema),
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'True: the answer is a quote (200). Nothing is created. Of more than 200 items some are looked at and ' +
        'stand for all.',
    }),
  ),
});

/** Validated body of a request that creates a batch; see `BatchBodySchema`. */
type BatchBody = Static<typeof BatchBodySchema>;

/**
 * Resolves a batch request: reads the current project document, the items, and the outputs of each item.
 * Throws `not_found`, `invalid_request` naming the first invalid item, and `CostLimitExceeded` when the work must run
 * on a worker thread.
 */
export async function wantedBatch(deps: RouteServices, accountId: string, body: BatchBody) {
  const { projectId } = body;
  const { own, further } = wishesOf(body);
  const { document, row } = await loadProject(deps, accountId, projectId);
  const variables = listVariables(document);
  const items = await itemsOf(deps, accountId, body, variables);
  requireWithin(deps, 'itemClips', items.length * row.clipCount, { clips: items.length });
  for (const [index, item] of items.entries()) {
    try {
      requireNames(variables, item.variables);
    } catch (error) {
      if (!(error instanceof FramemillError)) throw error;
      const field = body.items
        ? `body.items.${index}.variables`
        : body.csv === undefined
          ? 'body.csvMediaId'
          : 'body.csv';
      throw new FramemillError(error.code, `Item ${index}: ${error.message}`, { ...error.details, index, field });
    }
  }
  return { accountId, projectId, ...own, outputs: further, document, items };
}

async function itemsOf(
  deps: RouteServices,
  accountId: string,
  { items, csv, csvMediaId }: BatchBody,
  variables: readonly Variable[],
): Promise<readonly BatchItemInput[]> {
  const given = [items, csv, csvMediaId].filter((one) => one !== undefined);
  if (given.length !== 1) {
    const message = `Send exactly one of items, csv, csvMediaId (got ${given.length === 0 ? 'none' : given.length}).`;
    throw new FramemillError('invalid_request', message, { field: 'body.items' });
  }
  if (items !== undefined) return items;
  if (csvMediaId === undefined) return itemsOfCsv(csv ?? '', variables, MOST_BATCH_ITEMS);
  // Parsing a large table takes time, so it runs on a worker thread.
  requireWithin(deps, 'tables', 1);
  return itemsOfCsv(await tableText(deps, accountId, csvMediaId), variables, MOST_BATCH_ITEMS);
}

/**
 * Reads the text of an uploaded CSV table.
 * Throws `invalid_request` when the media is not a table, not ready, not UTF-8 or not the account's.
 */
async function tableText(deps: ApiDeps, accountId: string, mediaId: string): Promise<string> {
  const source = (await resolveSources(deps, accountId, [mediaId])).get(mediaId);
  if (!source || !isUsable(source)) throw wrong(`csvMediaId: ${source?.problem ?? 'there is no such media'}.`);
  if (source.facts.kind !== 'table') {
    throw wrong(
      `csvMediaId "${mediaId}" is of kind ${source.facts.kind}, not a table. Upload a CSV file and use its id.`,
    );
  }
  const text = await readObject(deps.store, source.objectKey, subtitleText);
  if (text === null) throw wrong(`csvMediaId "${mediaId}" is not in UTF-8. Convert it and upload it again.`);
  return text;
}

function wrong(message: string): FramemillError {
  return new FramemillError('invalid_request', message, { field: 'body.csvMediaId' });
}

/** Webhook of one batch, as the response that creates the batch shows it. */
export const BatchWebhookSchema = Type.Object(
  {
    url: Type.String(),
    secret: Type.String({ description: 'What deliveries are signed with. It is shown this once.' }),
  },
  { description: 'Where `batch.completed` of this batch is sent; absent: only to the endpoints of the account.' },
);

/** Webhook endpoint of one batch. `insert` stores it in the transaction that creates the batch. */
export interface BatchWebhook {
  readonly shown: { url: string; secret: string };
  insert(tx: Prisma.TransactionClient, batchId: string): Promise<void>;
}

/**
 * Creates a webhook endpoint that receives only the event `batch.completed` of one batch, signed with its own secret.
 * Throws `invalid_request` when the address may not be called, for example because it is not public, and
 * `provider_error` when its host does not resolve.
 */
export async function batchWebhook(deps: ApiDeps, accountId: string, url: string): Promise<BatchWebhook> {
  // The address is checked again at every delivery.
  await deps.outbound.check(url);
  const id = newId('whk');
  const secret = newWebhookSecret();
  const sealed = deps.secrets.seal('WebhookEndpoint', id, secret);
  return {
    shown: { url, secret },
    async insert(tx, batchId) {
      const data = { id, accountId, batchId, url, events: ['batch.completed'], secret: sealed };
      await tx.webhookEndpoint.create({ data });
    },
  };
}
