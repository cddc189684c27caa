import type { Prisma } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import { newWebhookSecret } from '../webhooks/sign-webhook.ts';

/** Webhook of one batch, as the response that creates the batch shows it. */
export const BatchWebhookSchema = Type.Object(
  {
    url: Type.String(),
    secret: Type.String({ description: 'What deliveries are signed with. It is shown this once.' }),
  },
  { description: 'Where `batch.completed` of this batch is sent; absent: only to the endpoints of the account.' },
);

/** Webhook endpoint of one batch. `insert` stores it in the transaction that creates the batch. */
export interface BatchWebhook {
  readonly shown: { url: string; secret: string };
  insert(tx: Prisma.TransactionClient, batchId: string): Promise<void>;
}

/**
 * Creates a webhook endpoint that receives only `batch.completed` of one batch, signed with its own secret.
 * Throws the errors of outbound requests when the address is not public.
 */
export async function batchWebhook(deps: ApiDeps, accountId: string, url: string): Promise<BatchWebhook> {
  // The address is checked again at every delivery.
  await deps.outbound.check(url);
  const id = newId('whk');
  const secret = newWebhookSecret();
  const sealed = deps.secrets.seal('WebhookEndpoint', id, secret);
  return {
    shown: { url, secret },
    async insert(tx, batchId) {
      const data = { id, accountId, batchId, url, events: ['batch.completed'], secret: sealed };
      await tx.webhookEndpoint.create({ data });
    },
  };
}
