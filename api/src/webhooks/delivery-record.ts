import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';

const nullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** Delivery as the log shows it, with every attempt and the receiver's responses. */
export const DeliveryRecordSchema = Type.Object({
  id: Type.String(),
  eventId: Type.String({ description: 'The same at every try and at every endpoint.' }),
  type: Type.String(),
  status: Type.Enum(['PENDING', 'DELIVERED', 'FAILED']),
  body: Type.String({ description: 'What was signed and sent.' }),
  nextTryAt: nullableString,
  createdAt: Type.String({ format: 'date-time' }),
  attempts: Type.Array(
    Type.Object({
      number: Type.Integer(),
      startedAt: Type.String({ format: 'date-time' }),
      durationMs: Type.Integer(),
      status: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null: there was no answer.' }),
      error: nullableString,
      responseBody: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The first 4,096 bytes.' }),
    }),
  ),
});

/** Prisma `include` of every query for deliveries. */
export const withAttempts = { attempts: { orderBy: { number: 'asc' } } } as const;

/** Builds the record of a delivery row. */
export function deliveryRecord(
  row: Prisma.WebhookDeliveryGetPayload<{ include: typeof withAttempts }>,
): Static<typeof DeliveryRecordSchema> {
  return {
    id: row.id,
    eventId: row.eventId,
    type: row.type,
    status: row.status === 'DELIVERED' || row.status === 'FAILED' ? row.status : 'PENDING',
    body: row.body,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts.map(({ number, startedAt, durationMs, status, error, responseBody }) => ({
      ...{ number, durationMs, status, error, responseBody },
      startedAt: startedAt.toISOString(),
    })),
  };
}
