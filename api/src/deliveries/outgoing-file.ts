import { type Database, headTwice, type ObjectStore } from '@framemill/infra';
import type { DeliveryRow } from '@framemill/scheduler';
import { DeliveryFault } from '../destinations/delivery-fault.ts';
import { endingOf, fileNamesOf } from '../destinations/file-names.ts';
import type { OutgoingFile } from '../destinations/sender.ts';

/** The file of a delivery, and its name by the destination's pattern. Throws `DeliveryFault` when the file is not stored any more. */
export async function outgoingFile(
  { database, store }: { database: Database; store: ObjectStore },
  delivery: DeliveryRow,
  pattern: string,
): Promise<OutgoingFile> {
  const { path, key } = await named(database, delivery, pattern);
  const info = await headTwice(store, key);
  if (info === null) {
    throw new DeliveryFault('The file is not stored any more. Render the project again.', { retryable: false });
  }
  const { id, attempts, uploadId } = delivery;
  return {
    ...{ id, attempt: attempts, path, sizeBytes: info.sizeBytes, uploadId },
    contentType: info.contentType ?? 'application/octet-stream',
    open: async () => (await store.get(key)).body,
    async noteUpload(begun) {
      await database.client.delivery.updateMany({ where: { id, attempts }, data: { uploadId: begun } });
    },
  };
}

/** The first attempt at any file of a render names all of them, so that later ones write the same files whatever was renamed meanwhile. */
async function named({ client }: Database, { id, renderId, outputIndex }: DeliveryRow, pattern: string) {
  return client.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Render" WHERE id = ${renderId} FOR UPDATE`;
    const files = await tx.render.findMany({
      where: { OR: [{ id: renderId }, { parentId: renderId }] },
      select: { outputIndex: true, format: true, url: true, projectId: true },
      orderBy: { outputIndex: 'asc' },
    });
    const url = files.find((file) => file.outputIndex === outputIndex)?.url;
    if (!url) throw new DeliveryFault('The render has no such file.', { retryable: false });
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
