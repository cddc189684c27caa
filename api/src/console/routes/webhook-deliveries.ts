import { randomBytes } from 'node:crypto';
import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { isIdLike, newId } from '../../ids.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineRoute } from '../../routing/define-route.ts';
import { findEndpoint } from '../../webhooks/endpoint-record.ts';
import { sampleRecords, webhookBody, webhookEventNames } from '../../webhooks/event-types.ts';

const nullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** Delivery as the log shows it, with every attempt and the receiver's responses. */
const DeliveryRecordSchema = Type.Object({
  id: Type.String(),
  eventId: Type.String({ description: 'The same at every try and at every endpoint.' }),
  type: Type.String(),
  status: Type.Enum(['PENDING', 'DELIVERED', 'FAILED']),
  body: Type.String({ description: 'What was signed and sent.' }),
  nextTryAt: nullableString,
  createdAt: Type.String({ format: 'date-time' }),
  attempts: Type.Array(
    Type.Object({
      number: Type.Integer(),
      startedAt: Type.String({ format: 'date-time' }),
      durationMs: Type.Integer(),
      status: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: there was no answer.' }),
      error: nullableString,
      responseBody: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The first 4,096 bytes.' }),
    }),
  ),
});

/** Prisma `include` of every query for deliveries. */
const withAttempts = { attempts: { orderBy: { number: 'asc' } } } as const;

/** Builds the record of a delivery row. */
function deliveryRecord(
  row: Prisma.WebhookDeliveryGetPayload<{ include: typeof withAttempts }>,
): Static<typeof DeliveryRecordSchema> {
  return {
    id: row.id,
    eventId: row.eventId,
    type: row.type,
    status: row.status === 'DELIVERED' || row.status === 'FAILED' ? row.status : 'PENDING',
    body: row.body,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts.map(({ number, startedAt, durationMs, status, error, responseBody }) => ({
      ...{ number, durationMs, status, error, responseBody },
      startedAt: startedAt.toISOString(),
    })),
  };
}

/** Route `POST /api/developer/webhooks/{id}/test`: sends a test event with sample data to an endpoint. */
export const testWebhook = defineRoute({
  name: 'test-webhook',
  method: 'POST',
  path: '/api/developer/webhooks/:id/test',
  access: 'session',
  summary: 'Send a test event, about something that does not exist',
  params: IdParams,
  body: Type.Object({
    type: Type.Optional(Type.Enum(webhookEventNames, { description: 'Default render.completed.' })),
  }),
  bodyOptional: true,
  status: 201,
  answer: Type.Object({ delivery: DeliveryRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'A finished render', body: { type: 'render.completed' } }],
  async handle({ params, body, session }, deps) {
    const endpoint = await findEndpoint(deps, session.accountId, params.id);
    const type = body.type ?? 'render.completed';
    const now = new Date();
    const eventId = `evt_${randomBytes(16).toString('hex')}`;
    const message = webhookBody({ id: eventId, type, createdAt: now, record: sampleRecords(deps.apiHost)[type] });
    const delivery = await deps.database.client.webhookDelivery.create({
      data: { id: newId('dlv'), endpointId: endpoint.id, eventId, type, body: message, nextTryAt: now },
      include: withAttempts,
    });
    await deps.webhooks.send(delivery);
    return { delivery: deliveryRecord(delivery) };
  },
});

/** Route `GET /api/developer/webhooks/{id}/deliveries`: lists the deliveries of an endpoint, newest first. */
export const listWebhookDeliveries = defineRoute({
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

/** Route `POST /api/developer/webhooks/{id}/deliveries/{deliveryId}/redeliver`: sends a delivery again at once. */
export const redeliverWebhook = defineRoute({
  name: 'redeliver-webhook',
  method: 'POST',
  path: '/api/developer/webhooks/:id/deliveries/:deliveryId/redeliver',
  access: 'session',
  summary: 'Send a delivery again, now: the same event id and body, with all retries before it',
  params: Type.Object({ id: Type.String(), deliveryId: Type.String() }),
  status: 201,
  answer: Type.Object({ delivery: DeliveryRecordSchema }),
  errors: ['not_found'],
  examples: [{ title: 'Again' }],
  async handle({ params, session }, deps) {
    const { id: endpointId } = await findEndpoint(deps, session.accountId, params.id);
    const where = { id: params.deliveryId, endpointId };
    const data = { status: 'PENDING', round: 0, nextTryAt: new Date() };
    const { webhookDelivery } = deps.database.client;
    const { count } = isIdLike(where.id) ? await webhookDelivery.updateMany({ where, data }) : { count: 0 };
    const delivery = count > 0 ? await webhookDelivery.findFirst({ where, include: withAttempts }) : null;
    if (!delivery) throw new FramemillError('not_found', 'There is no such delivery. Check its id.');
    await deps.webhooks.send(delivery);
    return { delivery: deliveryRecord(delivery) };
  },
});
