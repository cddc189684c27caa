import type { Prisma } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';

/** Statuses of a delivery. WAITING: its render is not complete. CANCELLED: its render has ended without files. */
export const deliveryStatuses = ['WAITING', 'PENDING', 'SENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
/** Status of a delivery. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const nullableString = Type.Union([Type.String(), Type.Null()]);

/**
 * Schema of the delivery of one file of a render to a destination. `output` is the file's index among the outputs;
 * times are ISO 8601 in UTC.
 */
export const RenderDeliverySchema = Type.Object({
  output: Type.Integer({ minimum: 0 }),
  destinationId: Type.String(),
  kind: Type.String(),
  status: Type.Enum([...deliveryStatuses]),
  attempts: Type.Integer({ minimum: 0 }),
  /** Number of bytes that the destination has acknowledged. Absent in rows of earlier software versions. */
  sentBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Size of the file in bytes; null: not sent yet. Absent in rows of earlier software versions. */
  sizeBytes: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  url: nullableString,
  error: nullableString,
  nextTryAt: nullableString,
  deliveredAt: nullableString,
});
/** Delivery of one file of a render to a destination. */
export type RenderDelivery = Type.Static<typeof RenderDeliverySchema>;

/** Schema of all deliveries of a render, by `output`. */
export const RenderDeliveriesSchema = Type.Array(RenderDeliverySchema);

/** Row of a delivery in the database. */
export type DeliveryRow = Prisma.DeliveryGetPayload<Prisma.DeliveryDefaultArgs>;

/** Converts a delivery's row to its public form. */
export function renderDelivery(row: DeliveryRow): RenderDelivery {
  const status = deliveryStatuses.find((known) => known === row.status) ?? 'WAITING';
  return {
    ...{ output: row.outputIndex, destinationId: row.destinationId, kind: row.kind, status },
    sentBytes: Number(row.sentBytes),
    sizeBytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
    ...{ attempts: row.attempts, url: row.url, error: row.error },
    nextTryAt: status === 'PENDING' ? (row.nextTryAt?.toISOString() ?? null) : null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
