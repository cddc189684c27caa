import { Type } from '@framemill/timeline/typebox';
import { checkTarget } from '../destinations/check-target.ts';
import { CheckResultSchema, DestinationRecordSchema, destinationRecord } from '../destinations/destination-record.ts';
import { findDestination } from '../destinations/find-destination.ts';
import { openTarget } from '../destinations/stored-target.ts';
import { TEST_BUCKET } from '../destinations/test-bucket.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that tests a destination: POST /v1/destinations/{id}/test. */
export const testDestination = defineRoute({
  name: 'test-destination',
  method: 'POST',
  path: '/destinations/:id/test',
  scope: 'render.write',
  summary: 'Test a destination',
  description:
    'Writes a file of a few bytes there and removes it, as when it was added. What goes wrong is a `provider_error` that says what to do.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ destination: DestinationRecordSchema, check: CheckResultSchema }),
  errors: ['not_found', 'provider_error'],
  examples: [{ title: 'Test' }],
  extraBucket: () => TEST_BUCKET,
  waits: () => true,
  async handle({ params, caller }, deps) {
    const row = await findDestination(deps, caller.accountId, params.id);
    const check = await checkTarget(deps, openTarget(deps.secrets, row));
    await deps.database.client.destination.updateMany({ where: { id: row.id }, data: { checkedAt: new Date() } });
    return { destination: destinationRecord(await findDestination(deps, caller.accountId, row.id)), check };
  },
});
