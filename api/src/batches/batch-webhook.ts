import type { Prisma } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import { newWebhookSecret } from '../webhooks/sign-webhook.ts';

/** The address that is told of one batch, as the answer to its making shows it. */
export const BatchWebhookSchema = Type.Object(
  {
    url: Type.String(),
    secret: Type.String({ description: 'What deliveries are signed with. It is shown this once.' }),
  },
  { description: 'Where `batch.completed` of this batch is sent; absent: only to the endpoints of the account.' },
);

/** The endpoint of one batch: `insert` writes it down in the transaction that makes the batch. */
export interface BatchWebhook {
  readonly shown: { url: string; secret: string };
  insert(tx: Prisma.TransactionClient, batchId: string): Promise<void>;
}

/**
 * Makes an endpoint for one batch, which gets its `batch.completed` and nothing else, signed with a secret of its own. Throws as every outbound
 * request does for an address that is not public.
 */
export async function batchWebhook(deps: ApiDeps, accountId: string, url: string): Promise<BatchWebhook> {
  // Checked again at every delivery.
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
