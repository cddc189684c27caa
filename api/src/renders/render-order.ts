import type { Prisma } from '@framemill/infra';
import { batchDelivery, batchWishes, type FurtherWish } from '@framemill/scheduler';
import { Value } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { type RenderBody, RenderBodySchema } from './render-body.ts';

/** Keeps what a render is ordered with, to order it again: for the transaction that admits it. */
export function keptOrder(body: RenderBody) {
  const { dryRun: _, destination, ...rest } = body;
  // An address that was signed for one render lets whoever knows it write there: it is not kept.
  const order = { ...rest, ...(destination?.id === undefined ? {} : { destination: { id: destination.id } }) };
  const stored: Prisma.InputJsonObject = JSON.parse(JSON.stringify(order));
  return async (tx: Prisma.TransactionClient, renderId: string): Promise<void> => {
    await tx.renderOrder.create({ data: { renderId, body: stored } });
  };
}

/**
 * What `POST /v1/renders` takes to make a render again of its project as it is now; also of one that is an item of a batch. null: it is not
 * known, or this release does not take it. The render must be the caller's own.
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
  const { own, further } = batchWishes(batch);
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

function outputOf(wish: FurtherWish) {
  if (!('quality' in wish)) return wish;
  const { choice, texts, smart: _, ...plain } = wish;
  return {
    ...plain,
    ...choice,
    ...(texts?.captions ? { captions: 'embedded' } : {}),
    ...(texts?.chapters ? { chapters: true } : {}),
  };
}
