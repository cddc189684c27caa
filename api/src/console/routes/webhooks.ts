import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { DeletedSchema, deleteOwn } from '../../http/not-found.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { newId } from '../../ids.ts';
import { lockAccountRow } from '../../lock-account-row.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineRoute } from '../../routing/define-route.ts';
import {
  checkApp,
  EndpointRecordSchema,
  endpointFields,
  endpointNotFound,
  endpointRecord,
  findEndpoint,
} from '../../webhooks/endpoint-record.ts';
import { newWebhookSecret } from '../../webhooks/sign-webhook.ts';

/** Route `GET /api/developer/webhooks`: lists the account's webhook endpoints, newest first. */
export const listWebhooks = defineRoute({
  name: 'list-webhooks',
  method: 'GET',
  path: '/api/developer/webhooks',
  access: 'session',
  summary: 'List webhook endpoints, newest first',
  query: Type.Object(PagingQuery),
  status: 200,
  answer: Type.Object({
    endpoints: Type.Array(EndpointRecordSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, session }, { database }) {
    const limit = query.limit ?? DEFAULT_PAGE_SIZE;
    const rows = await database.client.webhookEndpoint.findMany({
      // Endpoints of single batches are not listed; they exist only as long as their batch.
      where: { accountId: session.accountId, batchId: null, ...afterCursor(query.cursor, 'whk') },
      orderBy: newestFirst,
      take: limit + 1,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { endpoints: page.map(endpointRecord), nextCursor };
  },
});

/** Maximum number of webhook endpoints of one account. Each event is sent to every endpoint that subscribes to it. */
const MOST_ENDPOINTS = 20;

/** Route `POST /api/developer/webhooks`: creates a webhook endpoint and returns its secret once. */
export const createWebhook = defineRoute({
  name: 'create-webhook',
  method: 'POST',
  path: '/api/developer/webhooks',
  access: 'session',
  waits: () => true,
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
        const message = `This account already has ${count} webhook endpoints, the maximum. Delete one first.`;
        throw new FramemillError('quota_exceeded', message, { what: 'webhooks', used: count, limit: MOST_ENDPOINTS });
      }
      return { endpoint: endpointRecord(await tx.webhookEndpoint.create({ data })), secret };
    });
  },
});

/** Route `PATCH /api/developer/webhooks/{id}`: changes or pauses a webhook endpoint. */
export const updateWebhook = defineRoute({
  name: 'update-webhook',
  method: 'PATCH',
  path: '/api/developer/webhooks/:id',
  access: 'session',
  waits: () => true,
  summary: 'Change a webhook endpoint',
  params: IdParams,
  body: Type.Object({
    url: Type.Optional(endpointFields.url),
    description: Type.Optional(endpointFields.description),
    events: Type.Optional(endpointFields.events),
    enabled: Type.Optional(
      Type.Boolean({
        description: 'false: it is paused. It gets no new events, and what failed before is not tried again.',
      }),
    ),
  }),
  status: 200,
  answer: Type.Object({ endpoint: EndpointRecordSchema }),
  errors: ['not_found', 'provider_error'],
  examples: [{ title: 'Pause', body: { enabled: false } }],
  async handle({ params, body, session }, deps) {
    const { id } = await findEndpoint(deps, session.accountId, params.id);
    if (body.url !== undefined) await deps.outbound.check(body.url);
    const { url, description, events, enabled } = body;
    const data = { url, description, enabled, ...(events ? { events: [...new Set(events)] } : {}) };
    // `updateMany`, because the endpoint may be deleted concurrently: the query below then throws `not_found`.
    await deps.database.client.webhookEndpoint.updateMany({ where: { id }, data });
    return { endpoint: endpointRecord(await findEndpoint(deps, session.accountId, id)) };
  },
});

/** Route `DELETE /api/developer/webhooks/{id}`: deletes a webhook endpoint with its delivery log. */
export const deleteWebhook = defineRoute({
  name: 'delete-webhook',
  method: 'DELETE',
  path: '/api/developer/webhooks/:id',
  access: 'session',
  summary: 'Delete a webhook endpoint with its log; what is on its way to it is not sent any more',
  params: IdParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  handle: ({ params, session }, { database }) =>
    deleteOwn(database.client.webhookEndpoint, session.accountId, params.id, endpointNotFound),
});

const DEFAULT_OVERLAP_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * Route `POST /api/developer/webhooks/{id}/secret`: replaces the secret of an endpoint.
 * Deliveries are also signed with the old secret for `overlapHours` hours (default 24).
 */
export const rotateWebhookSecret = defineRoute({
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/api/developer/webhooks/:id/secret',
  access: 'session',
  summary: 'Replace the secret of a webhook endpoint; for a while tries are signed with the new one and the old one',
  params: IdParams,
  query: Type.Object({
    overlapHours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 168,
        description:
          'How long the old secret signs too, so that the receiver can change over; 0 ends a secret that leaked. ' +
          'Default 24.',
      }),
    ),
  }),
  status: 201,
  answer: Type.Object({
    id: Type.String(),
    secret: Type.String(),
    oldSecretUntil: Type.String({ format: 'date-time', description: 'From here on only the new secret signs.' }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'Rotate' }, { title: 'After a leak', query: { overlapHours: 0 } }],
  async handle({ params, query, session }, deps) {
    const { id } = await findEndpoint(deps, session.accountId, params.id);
    const secret = newWebhookSecret();
    const oldSecretUntil = new Date(Date.now() + (query.overlapHours ?? DEFAULT_OVERLAP_HOURS) * HOUR_MS);
    // Locks the row: of two concurrent calls, the later one keeps the earlier one's secret as the old secret.
    await deps.database.client.$transaction(async (tx) => {
      const [row] = await tx.$queryRaw<{ secret: string }[]>`
        SELECT "secret" FROM "WebhookEndpoint" WHERE "id" = ${id} FOR UPDATE`;
      if (!row) throw endpointNotFound();
      // Secrets are encrypted for the row, not for the column, so the old one is copied as stored.
      const data = { secret: deps.secrets.seal('WebhookEndpoint', id, secret), oldSecretUntil, oldSecret: row.secret };
      await tx.webhookEndpoint.update({ where: { id }, data });
    });
    return { id, secret, oldSecretUntil: oldSecretUntil.toISOString() };
  },
});
