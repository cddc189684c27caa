import { Type } from '@framemill/timeline/typebox';
import { batchAnswers } from '../batches/batch-answer.ts';
import { batchNotFound, ownBatch, readItems } from '../batches/batch-items.ts';
import { BatchItemSchema, BatchRecordSchema } from '../batches/batch-schema.ts';
import { manifestTable } from '../batches/manifest-table.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that lists all items of a batch as JSON or CSV: GET /v1/batches/{id}/manifest. */
export const getBatchManifest = defineRoute({
  name: 'get-batch-manifest',
  method: 'GET',
  path: '/batches/:id/manifest',
  scope: 'render.read',
  summary: 'Manifest of a batch',
  description:
    'All items of a batch with the addresses of their files, as JSON or, with `format=csv`, as a table for a spreadsheet.',
  params: IdParams,
  query: Type.Object({ format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'Default json.' })) }),
  status: 200,
  answer: Type.Object({ batch: BatchRecordSchema, items: Type.Array(BatchItemSchema) }),
  otherAnswers: ['text/csv'],
  errors: ['not_found'],
  examples: [{ title: 'As JSON' }, { title: 'As a table', query: { format: 'csv' } }],
  async handle({ params, query, caller, reply }, deps) {
    const row = await ownBatch(deps, caller.accountId, params.id);
    const items = await readItems(deps, row.id, { from: 0, limit: row.total });
    if (query.format === 'csv') {
      const file = `attachment; filename="${row.id}.csv"`;
      return reply.type('text/csv; charset=utf-8').header('content-disposition', file).send(manifestTable(items));
    }
    const [batch] = await batchAnswers(deps, [row]);
    if (!batch) throw batchNotFound();
    return { batch, items };
  },
});
