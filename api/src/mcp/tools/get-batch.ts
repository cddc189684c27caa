import { Type } from '@framemill/timeline/typebox';
import { BatchItemSchema, BatchRecordSchema } from '../../batches/batch-schema.ts';
import { getBatch } from '../../routes/get-batch.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

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
