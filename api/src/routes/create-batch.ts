import { formats, qualities } from '@framemill/compositor/catalog';
import { MOST_BATCH_ITEMS } from '@framemill/scheduler';
import { FramemillError, itemsOfCsv, listVariables, requireNames } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { batchAnswer } from '../batches/batch-answer.ts';
import { BatchRecordSchema } from '../batches/batch-schema.ts';
import type { RouteServices } from '../deps.ts';
import { LIGHT, TooHeavy, unitsOf } from '../limiter/too-heavy.ts';
import { loadProject } from '../projects/project-store.ts';
import { VariableValuesSchema } from '../projects/variable-values.ts';
import { QuoteSchema, quoteAnswer } from '../renders/quote-schema.ts';
import { defineRoute } from '../routing/define-route.ts';
import { LONGEST_BODY_BYTES } from '../routing/register-routes.ts';

const BodySchema = Type.Object({
  projectId: Type.String(),
  name: Type.Optional(Type.String({ maxLength: 200, description: 'For people.' })),
  items: Type.Optional(
    Type.Array(
      Type.Object({
        variables: VariableValuesSchema,
        reference: Type.Optional(
          Type.String({ maxLength: 200, description: 'What you know it by; it comes back with the item.' }),
        ),
        name: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      { minItems: 1, maxItems: MOST_BATCH_ITEMS },
    ),
  ),
  csv: Type.Optional(
    Type.String({
      maxLength: LONGEST_BODY_BYTES,
      description:
        'In place of `items`: a table as CSV. Its first row names variables of the project, and perhaps `reference` and `name`; each ' +
        'further row is an item. An empty cell leaves the variable its default.',
    }),
  ),
  format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
  quality: Type.Optional(Type.Enum([...qualities], { description: 'Default standard.' })),
  resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
  dryRun: Type.Optional(
    Type.Boolean({
      description:
        'True: the answer is a quote (200). Nothing is created. Of more than 200 items some are looked at and stand for all.',
    }),
  ),
});

/** POST /v1/batches */
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
  body: BodySchema,
  status: 202,
  answer: Type.Object({ batch: BatchRecordSchema, poll: Type.String() }),
  errors: ['not_found', 'quota_exceeded'],
  examples: [
    {
      title: 'Two films',
      body: { projectId: '{projectId}', items: [{ variables: {}, reference: 'a' }, { variables: {} }] },
    },
    { title: 'Of a table', body: { projectId: '{projectId}', csv: 'reference\nann\nbob', quality: 'draft' } },
    {
      title: 'What it would take',
      body: { projectId: '{projectId}', items: [{ variables: {} }], dryRun: true },
      status: 200,
    },
  ],
  async handle({ body, caller }, deps) {
    const wanted = await batchOf(deps, caller.accountId, body);
    const { environment } = caller.credential;
    const batch = await deps.scheduler.createBatch({ ...wanted, name: body.name ?? '', environment });
    return { batch: batchAnswer(batch), poll: `/v1/batches/${batch.id}` };
  },
  dryRun: {
    answer: Type.Object({ quote: QuoteSchema }),
    async handle({ body, caller }, deps) {
      const { quote } = await deps.scheduler.quoteBatch(await batchOf(deps, caller.accountId, body));
      return { quote: await quoteAnswer(deps, caller.accountId, quote) };
    },
  },
});

/** Items that are checked and quoted on the thread that answers everybody. */
const MOST_LIGHT_ITEMS = 20;

async function batchOf(deps: RouteServices, accountId: string, body: Static<typeof BodySchema>) {
  const { projectId, format = 'mp4', quality = 'standard', resolution = 'full' } = body;
  const { document, row } = await loadProject(deps, accountId, projectId);
  const variables = listVariables(document);
  if ((body.items === undefined) === (body.csv === undefined)) {
    throw new FramemillError('invalid_request', 'Send either items or csv.', { field: 'body.items' });
  }
  const items = body.items ?? itemsOfCsv(body.csv ?? '', variables, MOST_BATCH_ITEMS);
  if (deps.side.kind === 'main' && items.length * row.clipCount > MOST_LIGHT_ITEMS * LIGHT.clips) {
    throw new TooHeavy(unitsOf({ clips: items.length }));
  }
  for (const [index, item] of items.entries()) {
    try {
      requireNames(variables, item.variables);
    } catch (error) {
      if (!(error instanceof FramemillError)) throw error;
      throw new FramemillError(error.code, `Item ${index}: ${error.message}`, { ...error.details, index });
    }
  }
  return { ...{ accountId, projectId, format, quality, resolution, document }, items };
}
