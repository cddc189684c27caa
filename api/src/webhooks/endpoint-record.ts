import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { webhookEventNames } from './event-types.ts';

/** Schemas of the fields that the owner of an endpoint sets. */
export const endpointFields = {
  url: Type.String({ minLength: 1, maxLength: 2_000, description: 'Where events are sent to, by POST.' }),
  description: Type.String({ maxLength: 200 }),
  events: Type.Array(Type.Enum(webhookEventNames), { maxItems: 50, description: 'Empty: all events.' }),
};

/**
 * Webhook endpoint as the account console shows it. The endpoint's secret is shown only when the endpoint is created.
 */
export const EndpointRecordSchema = Type.Object({
  id: Type.String(),
  ...endpointFields,
  events: Type.Array(Type.String()),
  appId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: of all apps.' }),
  enabled: Type.Boolean(),
  createdAt: Type.String({ format: 'date-time' }),
  updatedAt: Type.String({ format: 'date-time' }),
});

/** Builds the record of an endpoint row. */
export function endpointRecord(row: Prisma.WebhookEndpointGetPayload<object>): Static<typeof EndpointRecordSchema> {
  const { id, url, description, events, appId, enabled, createdAt, updatedAt } = row;
  return {
    ...{ id, url, description, events, appId, enabled },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Creates the error for a missing webhook endpoint. The same error is used for an endpoint of another account. */
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

/** Checks that `id` is an app of the account, and throws `not_found` otherwise. Null is accepted. */
export async function checkApp({ database }: ApiDeps, accountId: string, id: string | null): Promise<void> {
  if (id === null) return;
  const app = isIdLike(id) ? await database.client.app.findFirst({ where: { id, accountId } }) : null;
  if (!app) throw new FramemillError('not_found', 'There is no such app. Check its id.');
}
