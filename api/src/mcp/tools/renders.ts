import { setTimeout } from 'node:timers/promises';
import { formats } from '@framemill/compositor/formats';
import { Type } from '@framemill/timeline/typebox';
import { BatchItemSchema, BatchRecordSchema } from '../../batches/batch-schema.ts';
import { contentTypeOf } from '../../files/file-names.ts';
import { VariableValuesSchema } from '../../projects/variable-values.ts';
import { AspectSchema, CompressionSchema, OutputsSchema, QualitySchema } from '../../renders/output-schema.ts';
import { QuoteSchema } from '../../renders/quote-schema.ts';
import { QcSchema } from '../../renders/report-schema.ts';
import { createBatch, getBatch } from '../../routes/batches.ts';
import { createRender, getRender, getRenderReport } from '../../routes/renders.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { changing, defineTool, reading } from '../tool.ts';

/** Input fields that describe the main output file of a render. */
const ownFileInput = {
  format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
  quality: Type.Optional(QualitySchema),
  compression: Type.Optional(CompressionSchema),
  resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
  aspect: Type.Optional(AspectSchema),
};

/** Input fields of tools that start a render or request a quote. */
const renderInput = {
  projectId: Type.String({ maxLength: 64 }),
  ...ownFileInput,
  variables: Type.Optional(VariableValuesSchema),
  smart: Type.Optional(
    Type.Boolean({ description: 'False: also what is untouched of H.264 files is encoded again. Default true.' }),
  ),
};

/**
 * Input fields for additional output files of a render and for their destination.
 * Only destinations that a person has added are accepted. Text that a model reads can therefore never make it send a
 * video to another address.
 */
const filesInput = {
  outputs: Type.Optional(OutputsSchema),
  destination: Type.Optional(
    Type.Object({ id: Type.String({ maxLength: 64 }) }, { description: 'A destination of the account.' }),
  ),
};

export const quoteRenderTool = defineTool({
  name: 'quote_render',
  title: 'What a render would take',
  description:
    'Frames and segments to render and reused, expected seconds, and what the plan has left. Nothing is queued ' +
    'or charged.',
  scope: 'render.write',
  input: Type.Object(renderInput),
  output: Type.Object({ quote: QuoteSchema }),
  annotations: reading,
  async run(body, context) {
    const request = { method: 'POST', url: '/v1/renders', body: { ...body, dryRun: true } } as const;
    return { data: await askJson(context, request) };
  },
});

export const startRenderTool = defineTool({
  name: 'start_render',
  title: 'Render a project',
  description:
    'Queues a render of a project as it is now; uses one export of the month. Ask `get_render` for the file.',
  route: createRender,
  scope: 'render.write',
  input: Type.Object({
    ...renderInput,
    ...filesInput,
    reference: Type.Optional(Type.String({ maxLength: 200, description: 'For the names of the files.' })),
    qc: Type.Optional(QcSchema),
  }),
  output: createRender.answer,
  annotations: changing,
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/renders', body }) }),
});

/** Polling interval while a call waits for a render, in milliseconds. */
const POLL_MS = 1_000;

interface Render {
  status: string;
  progress: number;
  url: string | null;
}

export const getRenderTool = defineTool({
  name: 'get_render',
  title: 'A render and its file',
  description:
    'How a render stands; when it is COMPLETED, a link to the file. `deliveries` tells whether its files are at ' +
    'the `destination`. `waitSec` waits for its end that long, and tells the progress meanwhile.',
  route: getRender,
  scope: 'render.read',
  input: Type.Object({
    renderId: Type.String({ maxLength: 64 }),
    waitSec: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, description: 'Default 0.' })),
  }),
  output: getRender.answer,
  annotations: reading,
  async run({ renderId, waitSec = 0 }, context) {
    const url = `/v1/renders/${encodeURIComponent(renderId)}`;
    const until = Date.now() + waitSec * 1_000;
    for (;;) {
      const data = await askJson(context, { method: 'GET', url });
      const { status, progress, url: file } = data.render as Render;
      await context.progress(progress, 100, status);
      const isOver = status !== 'PENDING' && status !== 'PROCESSING';
      if (!isOver && Date.now() < until) {
        await setTimeout(POLL_MS);
        continue;
      }
      if (file === null) return { data };
      const address = new URL(file, context.deps.apiHost).href;
      const mimeType = contentTypeOf(file) ?? 'application/octet-stream';
      const name = file.split('/').at(-1) ?? 'film';
      return {
        data: { ...data, fileUrl: address },
        content: [{ type: 'resource_link', uri: address, name, mimeType }],
      };
    }
  },
});

export const getRenderReportTool = defineTool({
  name: 'get_render_report',
  title: 'What is wrong with a rendered film',
  description:
    'Measures the file of a render: black, frozen and blown out stretches, silence, loudness, missing glyphs, ' +
    'upscaled media, texts that are faint or at the edge, with clip ids and times. `waitSec` waits for it that long.',
  route: getRenderReport,
  scope: 'render.read',
  input: Type.Object({
    renderId: Type.String({ maxLength: 64 }),
    output: Type.Optional(Type.Integer({ minimum: 0, maximum: 9, description: 'Which of several files, default 0.' })),
    waitSec: Type.Optional(Type.Integer({ minimum: 0, maximum: 50, description: 'Default 0.' })),
  }),
  output: getRenderReport.answer,
  annotations: reading,
  async run({ renderId, waitSec = 0, ...query }, context) {
    const url = `/v1/renders/${encodeURIComponent(renderId)}/report${queryOf(query)}`;
    const until = Date.now() + waitSec * 1_000;
    for (;;) {
      const data = await askJson(context, { method: 'GET', url });
      const { status } = data.report as { status: string };
      const isOver = status === 'READY' || status === 'FAILED';
      if (isOver || Date.now() >= until) return { data };
      await setTimeout(POLL_MS);
    }
  },
});

/** Maximum number of items in one call. The answer for more items would be too long for a conversation with a model. */
const MOST_ITEMS = 500;

export const startBatchTool = defineTool({
  name: 'start_batch',
  title: 'Render a project many times',
  description:
    'Renders a project once for each item, with its values of the variables `{{name}}` of the project; uses one ' +
    'export of the month an item. Ask `quote_render` for one of them before, and `get_batch` for the files.',
  route: createBatch,
  scope: 'render.write',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          variables: VariableValuesSchema,
          reference: Type.Optional(Type.String({ maxLength: 200, description: 'It comes back with the item.' })),
        }),
        { minItems: 1, maxItems: MOST_ITEMS },
      ),
    ),
    csvMediaId: Type.Optional(
      Type.String({ maxLength: 64, description: 'In place of `items`: media of kind `table`, an uploaded CSV file.' }),
    ),
    ...ownFileInput,
    ...filesInput,
    qc: Type.Optional(QcSchema),
  }),
  output: createBatch.answer,
  annotations: changing,
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/batches', body }) }),
});

export const getBatchTool = defineTool({
  name: 'get_batch',
  title: 'A batch and its items',
  description: 'How a batch stands, and a page of its items with the addresses of their files.',
  route: getBatch,
  scope: 'render.read',
  input: Type.Object({
    batchId: Type.String({ maxLength: 64 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Items a page, default 50.' })),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the page before.' })),
  }),
  output: Type.Object({
    ...{ batch: BatchRecordSchema, items: Type.Array(BatchItemSchema) },
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  annotations: reading,
  async run({ batchId, ...page }, context) {
    const url = `/v1/batches/${encodeURIComponent(batchId)}`;
    const { batch } = await askJson(context, { method: 'GET', url });
    const { items, nextCursor } = await askJson(context, { method: 'GET', url: `${url}/items${queryOf(page)}` });
    return { data: { batch, items, nextCursor } };
  },
});
