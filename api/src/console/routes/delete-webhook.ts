import Type from 'typebox';
import { isIdLike } from '../../ids.ts';
import { IdParams } from '../../projects/fields.ts';
import { endpointNotFound } from '../../webhooks/find-endpoint.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** DELETE /api/developer/webhooks/{id} */
export const deleteWebhook = defineConsoleRoute({
  name: 'delete-webhook',
  method: 'DELETE',
  path: '/api/developer/webhooks/:id',
  access: 'session',
  summary: 'Delete a webhook endpoint with its log; what is on its way to it is not sent any more',
  params: IdParams,
  status: 200,
  answer: Type.Object({ id: Type.String(), deleted: Type.Literal(true) }),
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  async handle({ params, session }, { database }) {
    const { id } = params;
    const where = { id, accountId: session.accountId };
    const { count } = isIdLike(id) ? await database.client.webhookEndpoint.deleteMany({ where }) : { count: 0 };
    if (count === 0) throw endpointNotFound();
    return { id, deleted: true as const };
  },
});
