import { Type } from '@framemill/timeline/typebox';
import { batchAnswers } from '../batches/batch-answer.ts';
import { batchNotFound, ownBatch } from '../batches/batch-items.ts';
import { BatchRecordSchema } from '../batches/batch-schema.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that reads the state of a batch: GET /v1/batches/{id}. */
export const getBatch = defineRoute({
  name: 'get-batch',
  method: 'GET',
  path: '/batches/:id',
  scope: 'render.read',
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
