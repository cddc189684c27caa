import { Type } from '@framemill/timeline/typebox';
import { IdParams } from '../../projects/fields.ts';
import { endpointNotFound, findEndpoint } from '../../webhooks/find-endpoint.ts';
import { newWebhookSecret } from '../../webhooks/sign-webhook.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

const DEFAULT_OVERLAP_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * Route `POST /api/developer/webhooks/{id}/secret`: replaces the secret of an endpoint.
 * The old secret keeps signing for `overlapHours` (default 24).
 */
export const rotateWebhookSecret = defineConsoleRoute({
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
          'How long the old secret signs too, so that the receiver can change over; 0 ends a secret that leaked. Default 24.',
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
