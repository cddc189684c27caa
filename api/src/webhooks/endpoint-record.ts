import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';
import { webhookEventNames } from './event-types.ts';

/** Schemas of the endpoint fields that its owner sets. */
export const endpointFields = {
  url: Type.String({ minLength: 1, maxLength: 2_000, description: 'Where events are sent to, by POST.' }),
  description: Type.String({ maxLength: 200 }),
  events: Type.Array(Type.Enum(webhookEventNames), { maxItems: 50, description: 'Empty: all events.' }),
};

/** Webhook endpoint as the console shows it. Its secret is shown only when it is created. */
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
