import { randomBytes } from 'node:crypto';
import { Type } from '@framemill/timeline/typebox';
import { newId } from '../../ids.ts';
import { IdParams } from '../../projects/fields.ts';
import { DeliveryRecordSchema, deliveryRecord, withAttempts } from '../../webhooks/delivery-record.ts';
import { webhookBody, webhookEventNames } from '../../webhooks/event-types.ts';
import { findEndpoint } from '../../webhooks/find-endpoint.ts';
import { sampleRecords } from '../../webhooks/sample-events.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/developer/webhooks/{id}/test`: sends a test event with sample data to an endpoint. */
export const testWebhook = defineConsoleRoute({
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
