import type { Prisma } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';

/** Where a file is on its way to a destination. WAITING: its render is not complete. CANCELLED: its render has no files. */
export const deliveryStatuses = ['WAITING', 'PENDING', 'SENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
/** State of a delivery. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const nullableString = Type.Union([Type.String(), Type.Null()]);

/** One file of a render on its way to a destination. `output` is its place among the outputs; times are ISO 8601 in UTC. */
export const RenderDeliverySchema = Type.Object({
  output: Type.Integer({ minimum: 0 }),
  destinationId: Type.String(),
  kind: Type.String(),
  status: Type.Enum([...deliveryStatuses]),
  attempts: Type.Integer({ minimum: 0 }),
  /** Bytes that the destination has acknowledged. Absent in rows of earlier versions. */
  sentBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  /** null: not sent yet. Absent in rows of earlier versions. */
  sizeBytes: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
  url: nullableString,
  error: nullableString,
  nextTryAt: nullableString,
  deliveredAt: nullableString,
});
/** One file of a render on its way to a destination. */
export type RenderDelivery = Type.Static<typeof RenderDeliverySchema>;

/** All deliveries of a render, by `output`. */
export const RenderDeliveriesSchema = Type.Array(RenderDeliverySchema);

/** A delivery as it lies in the database. */
export type DeliveryRow = Prisma.DeliveryGetPayload<Prisma.DeliveryDefaultArgs>;

/** How a row is shown. */
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
