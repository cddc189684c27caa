import { IdParams } from '../../projects/fields.ts';
import { DeletedSchema, deleteOne } from '../../routing/delete-one.ts';
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
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  handle({ params, session: { accountId } }, { database: { client } }) {
    const remove = (id: string) => client.webhookEndpoint.deleteMany({ where: { id, accountId } });
    return deleteOne(params.id, remove, endpointNotFound);
  },
});
