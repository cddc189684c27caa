import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { lockAccountRow } from '../../database/lock-account-row.ts';
import { newId } from '../../ids.ts';
import { EndpointRecordSchema, endpointFields, endpointRecord } from '../../webhooks/endpoint-record.ts';
import { checkApp } from '../../webhooks/find-endpoint.ts';
import { newWebhookSecret } from '../../webhooks/sign-webhook.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Maximum number of webhook endpoints of one account. Each event is sent to every endpoint that subscribes to it. */
const MOST_ENDPOINTS = 20;

/** Route `POST /api/developer/webhooks`: creates a webhook endpoint and returns its secret once. */
export const createWebhook = defineConsoleRoute({
  name: 'create-webhook',
  method: 'POST',
  path: '/api/developer/webhooks',
  access: 'session',
  waits: true,
  summary: 'Register a webhook endpoint; the answer shows its secret, once',
  body: Type.Object({
    url: endpointFields.url,
    description: Type.Optional(endpointFields.description),
    events: Type.Optional(endpointFields.events),
    appId: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Of events about apps, only those of this app.',
      }),
    ),
  }),
  status: 201,
  answer: Type.Object({ endpoint: EndpointRecordSchema, secret: Type.String() }),
  errors: ['not_found', 'provider_error', 'quota_exceeded'],
  examples: [
    {
      title: 'Renders only',
      body: { url: 'https://example.org/hooks', events: ['render.completed', 'render.failed'] },
    },
  ],
  async handle({ body, session }, deps) {
    const { accountId } = session;
    const { url, description = '', events = [], appId = null } = body;
    await checkApp(deps, accountId, appId);
    // The address is checked again at every delivery. Checking it here shows a mistake to the person who enters it.
    await deps.outbound.check(url);
    const secret = newWebhookSecret();
    const id = newId('whk');
    const stored = { id, secret: deps.secrets.seal('WebhookEndpoint', id, secret) };
    const data = { ...stored, accountId, appId, url, description, events: [...new Set(events)] };
    return deps.database.client.$transaction(async (tx) => {
      // Serialises concurrent registrations, so that each one counts the endpoints of the others.
      await lockAccountRow(tx, accountId);
      const count = await tx.webhookEndpoint.count({ where: { accountId, batchId: null } });
      if (count >= MOST_ENDPOINTS) {
        const message = `An account has at most ${MOST_ENDPOINTS} webhook endpoints. Delete one first.`;
        throw new FramemillError('quota_exceeded', message, { what: 'webhooks', used: count, limit: MOST_ENDPOINTS });
      }
      return { endpoint: endpointRecord(await tx.webhookEndpoint.create({ data })), secret };
    });
  },
});
