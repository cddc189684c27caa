import { formats, PictureChoiceSchema, qualities, TextsSchema } from '@framemill/compositor/catalog';
import type { Prisma } from '@framemill/infra';
import { ASPECT_RATIOS } from '@framemill/timeline/rendering';
import { Type } from '@framemill/timeline/typebox';
import { type FurtherWish, textFormats } from '../admission/further-outputs.ts';
import type { OutputWish } from '../admission/output-wish.ts';
import type { DeliveryOrder } from '../deliveries/order-deliveries.ts';
import { parserOf } from '../protocol/parser.ts';

const RenderedSchema = Type.Object({
  format: Type.Enum([...formats]),
  quality: Type.Enum([...qualities]),
  resolution: Type.Enum(['full', 'half']),
  aspect: Type.Optional(Type.Enum([...ASPECT_RATIOS])),
  choice: Type.Optional(PictureChoiceSchema),
  smart: Type.Optional(Type.Boolean()),
  texts: Type.Optional(TextsSchema),
});

/** Stored output requests of each item of a batch, beginning with the render's own file. */
const WishesSchema = Type.Object({
  own: RenderedSchema,
  further: Type.Array(Type.Union([RenderedSchema, Type.Object({ format: Type.Enum([...textFormats]) })])),
});

const DeliverySchema = Type.Object({ destinationId: Type.String(), kind: Type.String() });

const parseWishes = parserOf('stored outputs of a batch', WishesSchema);
const parseOwn = parserOf('stored options of a batch', RenderedSchema);
const parseDelivery = parserOf('stored destination of a batch', DeliverySchema);

/** Output files that every item of a batch gets. */
export interface BatchWishes {
  /** Output file of the item's own render. */
  readonly own: OutputWish;
  readonly further: readonly FurtherWish[];
}

/**
 * Parses the delivery destination of a stored batch. null: the files stay in this service's object store. Throws
 * `ProtocolError`.
 */
export function batchDelivery(stored: unknown): BatchDelivery | null {
  return stored === null ? null : parseDelivery(stored);
}

/** Delivery destination of a batch: `reference` and `name` come from each item. */
export type BatchDelivery = Pick<DeliveryOrder, 'destinationId' | 'kind'>;

/**
 * Parses the output requests of a stored batch. When `outputs` is null, the batch's own columns define the only
 * output. Throws `ProtocolError`.
 */
export function batchWishes(row: {
  format: string;
  quality: string;
  resolution: string;
  outputs: unknown;
}): BatchWishes {
  if (row.outputs !== null) return parseWishes(row.outputs);
  const { format, quality, resolution } = row;
  return { own: parseOwn({ format, quality, resolution }), further: [] };
}

/**
 * Returns the output requests of a batch as the JSON that the database stores; undefined (SQL NULL) when the batch's
 * own columns suffice.
 */
export function storedWishes({ own, further }: BatchWishes): Prisma.InputJsonObject | undefined {
  const { choice, smart, texts, aspect } = own;
  if (further.length === 0 && [choice, smart, texts, aspect].every((one) => one === undefined)) return undefined;
  return { own: storedWish(own), further: further.map(storedWish) };
}

function storedWish(wish: FurtherWish): Prisma.InputJsonObject {
  if (!('quality' in wish)) return { format: wish.format };
  const { format, quality, resolution, aspect, choice, smart, texts } = wish;
  return {
    ...{ format, quality, resolution },
    ...(aspect === undefined ? {} : { aspect }),
    ...(choice === undefined ? {} : { choice: { ...choice } }),
    ...(smart === undefined ? {} : { smart }),
    ...(texts === undefined ? {} : { texts: { ...texts } }),
  };
}
