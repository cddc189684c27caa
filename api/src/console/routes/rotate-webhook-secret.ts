import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../../projects/fields.ts';
import { findEndpoint } from '../../webhooks/find-endpoint.ts';
import { newWebhookSecret } from '../../webhooks/sign-webhook.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** POST /api/developer/webhooks/{id}/secret */
export const rotateWebhookSecret = defineConsoleRoute({
  name: 'rotate-webhook-secret',
  method: 'POST',
  path: '/api/developer/webhooks/:id/secret',
  access: 'session',
  summary: 'Replace the secret of a webhook endpoint; tries from now on are signed with the new one',
  params: IdParams,
  status: 201,
  answer: Type.Object({ id: Type.String(), secret: Type.String() }),
  errors: ['not_found'],
  examples: [{ title: 'Rotate' }],
  async handle({ params, session }, deps) {
    const { id } = await findEndpoint(deps, session.accountId, params.id);
    const secret = newWebhookSecret();
    await deps.database.client.webhookEndpoint.updateMany({ where: { id }, data: { secret } });
    return { id, secret };
  },
});
