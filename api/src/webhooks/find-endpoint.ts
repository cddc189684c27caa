import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';

/** Creates the error for a missing webhook endpoint. Another account's endpoint gets the same error. */
export function endpointNotFound(): FramemillError {
  return new FramemillError('not_found', 'There is no such webhook endpoint. Check its id.');
}

/** Returns a webhook endpoint of the account. Throws `not_found`. */
export async function findEndpoint(
  { database }: ApiDeps,
  accountId: string,
  id: string,
): Promise<Prisma.WebhookEndpointGetPayload<object>> {
  const row = isIdLike(id) ? await database.client.webhookEndpoint.findFirst({ where: { id, accountId } }) : null;
  if (!row) throw endpointNotFound();
  return row;
}

/** Throws `not_found` when `id` is not an app of the account. Null is accepted. */
export async function checkApp({ database }: ApiDeps, accountId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const app = isIdLike(id) ? await database.client.app.findFirst({ where: { id, accountId } }) : null;
  if (!app) throw new FramemillError('not_found', 'There is no such app. Check its id.');
}
