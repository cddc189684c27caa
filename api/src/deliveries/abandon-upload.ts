import type { LeftUpload } from '@framemill/scheduler';
import type { ApiDeps } from '../deps.ts';
import { openSender } from '../destinations/open-sender.ts';
import { openTarget } from '../destinations/stored-target.ts';

/** Maximum time for removing one unfinished upload from its destination, in milliseconds. */
const ABANDON_TIMEOUT_MS = 30_000;

/**
 * Removes an unfinished multipart upload or hidden file from its destination. Resolves also when that is not possible,
 * for example because the credentials do not allow it: only the bucket's own lifecycle rules can remove the data then.
 */
export async function abandonUpload(
  { database, outbound, secrets, log }: Pick<ApiDeps, 'database' | 'outbound' | 'secrets' | 'log'>,
  { accountId, destinationId, path, uploadId }: LeftUpload,
): Promise<void> {
  try {
    const row = await database.client.destination.findFirst({ where: { id: destinationId, accountId } });
    if (row === null) return;
    const sender = await openSender(outbound, openTarget(secrets, row));
    await sender.abandon(path, uploadId, AbortSignal.timeout(ABANDON_TIMEOUT_MS));
  } catch {
    // The error itself may contain the destination owner's secrets.
    log.info({ destinationId }, 'the unfinished upload of a delivery was not removed');
  }
}
