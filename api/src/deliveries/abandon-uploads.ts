import { openSender } from '../destinations/open-sender.ts';
import { openTarget } from '../destinations/stored-target.ts';
import type { SendDeps } from './send-delivery.ts';

/** Maximum time for removing one upload, in milliseconds. */
const ABANDON_TIMEOUT_MS = 30_000;

/**
 * Removes the remains of failed deliveries at their destinations: multipart uploads and hidden files. Each is tried
 * once; a bucket's own rules remove what this service may not. `id` limits it to one delivery. Absent: all failed ones.
 */
export async function abandonUploads(deps: SendDeps, id?: string): Promise<void> {
  const { delivery: deliveries, destination: destinations, deliveryPart } = deps.database.client;
  const left = await deliveries.findMany({ where: { id, status: 'FAILED', uploadId: { not: null } } });
  for (const { id, accountId, destinationId, path, uploadId } of left) {
    const row = await destinations.findFirst({ where: { id: destinationId, accountId } });
    if (row !== null && path !== null && uploadId !== null) {
      try {
        const sender = await openSender(deps.outbound, openTarget(deps.secrets, row));
        await sender.abandon(path, uploadId, AbortSignal.timeout(ABANDON_TIMEOUT_MS));
      } catch {
        deps.log.info({ delivery: id }, 'the unfinished upload of a failed delivery was not removed');
      }
    }
    // A delivery sent again at the same time finds its upload missing and starts anew.
    await deliveries.updateMany({ where: { id, uploadId }, data: { uploadId: null } });
    await deliveryPart.deleteMany({ where: { deliveryId: id, delivery: { uploadId: null } } });
  }
}
