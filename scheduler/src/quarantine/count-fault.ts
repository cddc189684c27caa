import type { Prisma } from '@framemill/infra';
import { isFaulty } from '../policy/is-faulty.ts';
import type { JobFailure } from '../protocol/index.ts';

/**
 * Time in ms after which earlier failures are not counted. A file that fails once in a long while is not faulty:
 * memory was short, or a disk was full.
 */
const forgetAfterMs = 24 * 3_600_000;

/** File named by a failure, with the work that failed. */
export interface FaultyFile {
  readonly accountId: string;
  readonly mediaSha256: string;
  /** Id of the render that failed; null: a preview, or the probe or an ingest of the upload. */
  readonly renderId: string | null;
  /** Number of nodes that could have run the work. */
  readonly liveNodes: number;
}

/**
 * Counts a process that failed while it read a file of an account. Returns whether the file is in quarantine now:
 * `new` for the failure that put it there.
 */
export async function countFault(
  tx: Prisma.TransactionClient,
  { accountId, mediaSha256, renderId, liveNodes }: FaultyFile,
  { message, nodeId, code }: JobFailure,
): Promise<'no' | 'new' | 'known'> {
  const where = { accountId_mediaSha256: { accountId, mediaSha256 } };
  const known = await tx.mediaFault.findUnique({ where });
  const recent = known !== null && Date.now() - known.updatedAt.getTime() < forgetAfterMs;
  const before = recent ? known : { failures: 0, nodeIds: [], quarantinedAt: null };
  const nodeIds = [...new Set([...before.nodeIds, ...(nodeId === undefined ? [] : [nodeId])])];
  const failures = before.failures + 1;
  const faulty = isFaulty({ failures, nodes: nodeIds.length, liveNodes, overBudget: code === 'over_budget' });
  const quarantinedAt = before.quarantinedAt ?? (faulty ? new Date() : null);
  const fault = { failures, nodeIds, error: message.slice(0, 2_000), renderId, quarantinedAt };
  await tx.mediaFault.upsert({ where, create: { accountId, mediaSha256, ...fault }, update: fault });
  if (!faulty) return 'no';
  return before.quarantinedAt === null ? 'new' : 'known';
}
