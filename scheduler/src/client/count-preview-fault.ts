import type { Database, Logger, Redis } from '@framemill/infra';
import { type JobFailure, readLeases } from '../protocol/index.ts';
import { countFault } from '../quarantine/count-fault.ts';

/**
 * Counts a preview process that failed while it read a source file. The failure names the hash of the file; a failure
 * without a hash is not counted.
 */
export async function countPreviewFault(
  { database, redis, log }: { database: Database; redis: Redis; log: Logger },
  accountId: string,
  failure: JobFailure,
): Promise<void> {
  const { mediaSha256 } = failure;
  if (mediaSha256 === undefined) return;
  const liveNodes = (await readLeases(redis)).filter(({ draining }) => !draining).length;
  const file = { accountId, mediaSha256, renderId: null, liveNodes };
  const verdict = await database.client.$transaction((tx) => countFault(tx, file, failure));
  if (verdict !== 'no') log.warn({ accountId, mediaSha256 }, 'a file is in quarantine');
}
