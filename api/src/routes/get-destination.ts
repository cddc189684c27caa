import { Type } from '@framemill/timeline/typebox';
import { DestinationRecordSchema, destinationRecord } from '../destinations/destination-record.ts';
import { findDestination } from '../destinations/find-destination.ts';
import { IdParams } from '../projects/fields.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Route that reads a destination without its credentials: GET /v1/destinations/{id}. */
export const getDestination = defineRoute({
  name: 'get-destination',
  method: 'GET',
  path: '/destinations/:id',
  scope: 'render.read',
  summary: 'A destination',
  description: 'A destination without its credentials.',
  params: IdParams,
  status: 200,
  answer: Type.Object({ destination: DestinationRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'One' }],
  async handle({ params, caller }, deps) {
    return { destination: destinationRecord(await findDestination(deps, caller.accountId, params.id)) };
  },
});
