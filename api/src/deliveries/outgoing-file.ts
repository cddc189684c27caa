import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Database, headTwice, type ObjectStore } from '@framemill/infra';
import type { DeliveryRow } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { DeliveryFault } from '../destinations/delivery-fault.ts';
import { endingOf, fileNamesOf } from '../destinations/file-names.ts';
import type { OutgoingFile } from '../destinations/sender.ts';

/**
 * Size of the chunks in which a file is read from the object store, in bytes.
 * A slow receiver thus occupies only two chunks of memory, and no connection to the object store.
 */
const PIECE_BYTES = 1_048_576;

/** Services for reading an outgoing file, and the callbacks of its progress. */
interface OutgoingDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  /** Callbacks that report the progress of the transfer; see `OutgoingFile`. */
  readonly progress: Pick<OutgoingFile, 'took' | 'reached'>;
}

/**
 * Opens the file of a delivery and determines its name by the destination's pattern. Throws `DeliveryFault` when the
 * file is no longer stored.
 */
export async function outgoingFile(
  { database, store, progress }: OutgoingDeps,
  delivery: DeliveryRow,
  pattern: string,
): Promise<OutgoingFile> {
  const { path, key } = await named(database, delivery, pattern);
  const info = await headTwice(store, key);
  if (info === null) {
    throw new DeliveryFault('The file is no longer stored. Render the project again.', { retryable: false });
  }
  const { id, attempts, uploadId } = delivery;
  const { sizeBytes } = info;
  const own = { id, attempts, status: 'SENDING' };
  await database.client.delivery.updateMany({ where: own, data: { sizeBytes: BigInt(sizeBytes) } });
  const parts = await database.client.deliveryPart.findMany({
    ...{ where: { deliveryId: id }, orderBy: { number: 'asc' }, select: { etag: true, sizeBytes: true } },
  });
  let sent = parts.length;
  return {
    ...{ id, attempt: attempts, path, sizeBytes, ...progress },
    unfinished: uploadId === null ? null : { id: uploadId, sentBytes: Number(delivery.sentBytes), parts },
    contentType: info.contentType ?? 'application/octet-stream',
    open: async (offset = 0) => Readable.from(pieces(store, key, offset, sizeBytes), { highWaterMark: 1 }),
    async noteUpload(begun) {
      sent = 0;
      await database.client.$transaction(async (tx) => {
        const { count } = await tx.delivery.updateMany({ where: own, data: { uploadId: begun, sentBytes: 0n } });
        if (count > 0) await tx.deliveryPart.deleteMany({ where: { deliveryId: id } });
      });
    },
    async notePart(part) {
      sent += 1;
      const data = { deliveryId: id, number: sent, ...part };
      await database.client.$transaction(async (tx) => {
        const sentBytes = { increment: BigInt(part.sizeBytes) };
        // With a count of 0, another process has the delivery and records its own parts.
        const { count } = await tx.delivery.updateMany({ where: own, data: { sentBytes } });
        if (count > 0) await tx.deliveryPart.create({ data });
      });
    },
  };
}

async function* pieces(store: ObjectStore, key: string, offset: number, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let at = offset; at < sizeBytes; ) {
    const end = Math.min(at + PIECE_BYTES, sizeBytes);
    const piece = await buffer((await store.getRange(key, at, end - 1)).body);
    if (piece.length !== end - at) {
      const message =
        `The object store returned ${piece.length} bytes of "${key}" instead of ${end - at}. Try again. If it ` +
        'happens again, check the object store.';
      throw new FramemillError('unavailable', message);
    }
    yield piece;
    at = end;
  }
}

/**
 * Returns the name at the destination and the object key of a delivery's file.
 * The first attempt for any file of a render stores the names of all its files, so that later attempts write to the
 * same names even if something was renamed.
 */
async function named({ client }: Database, { id, renderId, outputIndex }: DeliveryRow, pattern: string) {
  return client.$transaction(async (tx) => {
    // The deliveries first: every other transaction that locks both has this order.
    await tx.$queryRaw`SELECT 1 FROM "Delivery" WHERE "renderId" = ${renderId} ORDER BY id FOR UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM "Render" WHERE id = ${renderId} FOR UPDATE`;
    const files = await tx.render.findMany({
      where: { OR: [{ id: renderId }, { parentId: renderId }] },
      select: { outputIndex: true, format: true, url: true, projectId: true },
      orderBy: { outputIndex: 'asc' },
    });
    const url = files.find((file) => file.outputIndex === outputIndex)?.url;
    if (!url) throw new DeliveryFault(`The render has no file for output ${outputIndex}.`, { retryable: false });
    const deliveries = await tx.delivery.findMany({ where: { renderId }, orderBy: { outputIndex: 'asc' } });
    const own = deliveries.find((delivery) => delivery.id === id);
    const key = url.replace(/^\//, '');
    if (own?.path) return { path: own.path, key };
    const project = await tx.project.findUnique({ where: { id: files[0]?.projectId ?? '' }, select: { name: true } });
    const facts = { reference: own?.reference ?? '', name: own?.name || project?.name || '', renderId };
    const names = fileNamesOf(
      pattern,
      facts,
      files.map((file) => ({ format: file.format, ending: endingOf(file.url ?? '') })),
    );
    for (const delivery of deliveries) {
      await tx.delivery.update({ where: { id: delivery.id }, data: { path: names[delivery.outputIndex] ?? null } });
    }
    return { path: names[outputIndex] ?? renderId, key };
  });
}
