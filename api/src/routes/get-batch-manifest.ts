import { Type } from '@framemill/timeline/typebox';
import { batchAnswers } from '../batches/batch-answer.ts';
import { type BatchItem, batchNotFound, ownBatch, readItems } from '../batches/batch-items.ts';
import { BatchItemSchema, BatchRecordSchema } from '../batches/batch-schema.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** GET /v1/batches/{id}/manifest */
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
      return reply.type('text/csv; charset=utf-8').header('content-disposition', file).send(tableOf(items));
    }
    const [batch] = await batchAnswers(deps, [row]);
    if (!batch) throw batchNotFound();
    return { batch, items };
  },
});

const columns = [
  'index',
  'reference',
  'name',
  'status',
  'url',
  'error',
  'renderId',
  'fileSizeBytes',
  'durationSec',
] as const;

function tableOf(items: readonly BatchItem[]): string {
  const rows = items.map((item) => columns.map((column) => cell(item[column])).join(','));
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/** A cell as RFC 4180 has it. What a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number | null): string {
  if (typeof value === 'number' || value === null) return String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
