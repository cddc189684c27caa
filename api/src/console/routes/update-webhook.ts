import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../../projects/fields.ts';
import { EndpointRecordSchema, endpointFields, endpointRecord } from '../../webhooks/endpoint-record.ts';
import { findEndpoint } from '../../webhooks/find-endpoint.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `PATCH /api/developer/webhooks/{id}`: changes or pauses a webhook endpoint. */
export const updateWebhook = defineConsoleRoute({
  name: 'update-webhook',
  method: 'PATCH',
  path: '/api/developer/webhooks/:id',
  access: 'session',
  waits: true,
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
