import type { Prisma } from '@framemill/infra';
import { type AdditionalOutput, batchDelivery, batchOutputs } from '@framemill/scheduler';
import { type Static, Type, Value } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { DestinationWishSchema } from '../destinations/order-delivery.ts';
import { VariableValuesSchema } from '../projects/variable-values.ts';
import {
  AspectSchema,
  CompressionSchema,
  FormatSchema,
  imageFields,
  OutputsSchema,
  QualitySchema,
} from './output-schema.ts';
import { QcSchema } from './report-schema.ts';

/** Schema of the body that starts a render. */
export const RenderBodySchema = Type.Object({
  projectId: Type.String(),
  format: Type.Optional(FormatSchema),
  quality: Type.Optional(QualitySchema),
  compression: Type.Optional(CompressionSchema),
  resolution: Type.Optional(Type.String({ description: '`full` (default); any other text means half the size.' })),
  aspect: Type.Optional(AspectSchema),
  ...imageFields,
  outputs: Type.Optional(OutputsSchema),
  variables: Type.Optional(VariableValuesSchema),
  smart: Type.Optional(
    Type.Boolean({
      description:
        'Smart rendering: groups of pictures of H.264 files that nothing touches are copied into an MP4, not ' +
        'encoded again. Default true; false encodes all of them.',
    }),
  ),
  earlyPlayback: Type.Optional(
    Type.Boolean({
      description:
        'True: the first segment of an MP4 lasts about a second instead of 4 to 10 s, so that `streamUrl` plays ' +
        'as soon as this second is rendered. It costs one more key frame. Default false.',
    }),
  ),
  destination: Type.Optional(DestinationWishSchema),
  reference: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'What you call the film, for the name of its files at the destination.',
    }),
  ),
  qc: Type.Optional(QcSchema),
  dryRun: Type.Optional(
    Type.Boolean({ description: 'True: the answer is a quote (200). Nothing is queued, created or charged.' }),
  ),
});

/** Validated body of a request that starts a render; see `RenderBodySchema`. */
export type RenderBody = Static<typeof RenderBodySchema>;

/**
 * Returns a function that stores the request for a render, so that the same render can be requested again.
 * Call the function in the transaction that creates the render.
 */
export function keptOrder(body: RenderBody) {
  const { dryRun: _, destination, ...rest } = body;
  // A pre-signed address allows anyone who knows it to write there, so it is not stored.
  const order = { ...rest, ...(destination?.id === undefined ? {} : { destination: { id: destination.id } }) };
  const stored: Prisma.InputJsonObject = JSON.parse(JSON.stringify(order));
  return async (tx: Prisma.TransactionClient, renderId: string): Promise<void> => {
    await tx.renderOrder.create({ data: { renderId, body: stored } });
  };
}

/**
 * Returns the body of a request `POST /v1/renders` that repeats a render with the project's current state.
 * Works for items of batches too. Returns null when the original request was not stored, or when this version does not
 * accept it. The caller must have checked that the account owns the render.
 */
export async function orderOfRender(deps: ApiDeps, renderId: string): Promise<RenderBody | null> {
  const { client } = deps.database;
  const kept = await client.renderOrder.findUnique({ where: { renderId } });
  const order = kept?.body ?? (await orderOfItem(deps, renderId));
  return Value.Check(RenderBodySchema, order) ? order : null;
}

async function orderOfItem({ database: { client } }: ApiDeps, renderId: string): Promise<unknown> {
  const item = await client.batchItem.findUnique({
    where: { renderId },
    include: { batch: { omit: { document: true } } },
  });
  if (item === null) return null;
  const { batch, variables, reference } = item;
  const { own, further } = batchOutputs(batch);
  const delivery = batchDelivery(batch.delivery);
  const isListed =
    delivery !== null &&
    (await client.destination.findFirst({ where: { id: delivery.destinationId, listed: true }, select: { id: true } }));
  return {
    ...{ projectId: batch.projectId, outputs: [own, ...further].map(outputOf), variables },
    ...(batch.qc === null ? {} : { qc: batch.qc }),
    ...(isListed ? { destination: { id: delivery.destinationId } } : {}),
    ...(isListed && reference !== '' ? { reference } : {}),
  };
}

function outputOf(wish: AdditionalOutput) {
  if (!('quality' in wish)) return wish;
  const { choice, texts, smart: _, ...plain } = wish;
  return {
    ...plain,
    ...choice,
    ...(texts?.captions ? { captions: 'embedded' } : {}),
    ...(texts?.chapters ? { chapters: true } : {}),
  };
}
