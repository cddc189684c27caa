import { Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { IdParams } from '../../projects/fields.ts';
import { DeliveryRecordSchema, deliveryRecord, withAttempts } from '../../webhooks/delivery-record.ts';
import { findEndpoint } from '../../webhooks/find-endpoint.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `GET /api/developer/webhooks/{id}/deliveries`: lists the deliveries of an endpoint, newest first. */
export const listWebhookDeliveries = defineConsoleRoute({
  name: 'list-webhook-deliveries',
  method: 'GET',
  path: '/api/developer/webhooks/:id/deliveries',
  access: 'session',
  summary: 'The log of an endpoint: its deliveries, newest first, with what the receiver said to each try',
  params: IdParams,
  query: Type.Object({
    status: Type.Optional(Type.Enum(['PENDING', 'DELIVERED', 'FAILED'])),
    ...PagingQuery,
  }),
  status: 200,
  answer: Type.Object({
    deliveries: Type.Array(DeliveryRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'What failed', query: { status: 'FAILED' } }],
  async handle({ params, query, session }, deps) {
    const { id: endpointId } = await findEndpoint(deps, session.accountId, params.id);
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await deps.database.client.webhookDelivery.findMany({
      where: { endpointId, ...(query.status ? { status: query.status } : {}), ...afterCursor(query.cursor, 'dlv') },
      orderBy: newestFirst,
      take: limit + 1,
      include: withAttempts,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { deliveries: page.map(deliveryRecord), nextCursor };
  },
});
