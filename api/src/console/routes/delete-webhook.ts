import { IdParams } from '../../projects/fields.ts';
import { DeletedSchema, deleteOwn } from '../../routing/delete-own.ts';
import { endpointNotFound } from '../../webhooks/find-endpoint.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `DELETE /api/developer/webhooks/{id}`: deletes a webhook endpoint with its delivery log. */
export const deleteWebhook = defineConsoleRoute({
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
