import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { isIdLike } from '../../ids.ts';
import { DeliveryRecordSchema, deliveryRecord, withAttempts } from '../../webhooks/delivery-record.ts';
import { findEndpoint } from '../../webhooks/find-endpoint.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/developer/webhooks/{id}/deliveries/{deliveryId}/redeliver`: sends a delivery again at once. */
export const redeliverWebhook = defineConsoleRoute({
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
