import type { Database, Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { isFaulty } from './policy/faults.ts';
import type { JobFailure } from './protocol/index.ts';

/**
 * Entry of the quarantine: a source file that no render may use, because the processes that read it failed, or a
 * segment that takes too long to render.
 */
export interface QuarantinedMedia {
  readonly accountId: string;
  /** Hash of the file; for a segment, its content key. */
  readonly mediaSha256: string;
  /** Name of the media record; null for a segment, and when the record has been deleted. */
  readonly name: string | null;
  readonly failures: number;
  readonly nodeIds: readonly string[];
  /** Message of the last failure. */
  readonly error: string;
  /** Id of the render whose process failed last; null: it was a preview, or the probe or an ingest of the upload. */
  readonly renderId: string | null;
  readonly quarantinedAt: Date;
}

interface Deps {
  readonly database: { readonly client: Pick<Database['client'], 'media' | 'mediaFault' | 'ingest'> };
}

/** Lists all files in quarantine, the latest first; only the files of one account when an account is given. */
export async function listQuarantine({ database }: Deps, accountId?: string): Promise<QuarantinedMedia[]> {
  const rows = await database.client.mediaFault.findMany({
    where: { quarantinedAt: { not: null }, ...(accountId === undefined ? {} : { accountId }) },
    orderBy: { quarantinedAt: 'desc' },
  });
  const media = await database.client.media.findMany({
    where: { OR: rows.map((row) => ({ accountId: row.accountId, sha256: row.mediaSha256 })) },
    select: { accountId: true, sha256: true, name: true },
  });
  return rows.flatMap((row) => {
    if (row.quarantinedAt === null) return [];
    const { accountId, mediaSha256, failures, nodeIds, error, renderId, quarantinedAt } = row;
    const known = media.find((file) => file.accountId === accountId && file.sha256 === mediaSha256);
    return [{ accountId, mediaSha256, name: known?.name ?? null, failures, nodeIds, error, renderId, quarantinedAt }];
  });
}

/**
 * Releases a file from quarantine and deletes its failures, so that renders may use it again. Its failed probe and
 * ingests are tried again. Returns false when the file was not in quarantine.
 */
export async function releaseQuarantine(
  { database }: Deps,
  { accountId, mediaSha256 }: { accountId: string; mediaSha256: string },
): Promise<boolean> {
  const { count } = await database.client.mediaFault.deleteMany({
    where: { accountId, mediaSha256, quarantinedAt: { not: null } },
  });
  if (count === 0) return false;
  await database.client.media.updateMany({
    where: { accountId, sha256: mediaSha256, status: 'FAILED' },
    data: { status: 'PROCESSING', error: null },
  });
  await database.client.ingest.updateMany({
    where: { media: { accountId, sha256: mediaSha256 }, status: 'FAILED' },
    data: { status: 'PENDING', attempt: { increment: 1 }, failures: 0, error: null, doneAt: null },
  });
  return true;
}

/** Throws `invalid_request`, naming the file `name`, when the file is in quarantine. */
export async function requireNoQuarantine(
  { database }: Deps,
  { accountId, sha256, name }: { accountId: string; sha256: string; name: string },
): Promise<void> {
  const fault = (await quarantinedAmong(database.client, accountId, [sha256])).get(sha256);
  if (fault === undefined) return;
  const message = `${quarantineReason(name, fault)}, or ask an operator to release it.`;
  throw new FramemillError('invalid_request', message);
}

/** Returns the files among `hashes` that are in quarantine for an account, as hash -> message of the last failure. */
export async function quarantinedAmong(
  client: Pick<Prisma.TransactionClient, 'mediaFault'>,
  accountId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await client.mediaFault.findMany({
    where: { accountId, mediaSha256: { in: [...hashes] }, quarantinedAt: { not: null } },
    select: { mediaSha256: true, error: true },
  });
  return new Map(rows.map(({ mediaSha256, error }) => [mediaSha256, error]));
}

/** Returns the message about a file in quarantine, with advice for the user and without the final full stop. */
export function quarantineReason(name: string, error: string): string {
  return `The media "${name}" is in quarantine because it makes render processes fail (${error}). Upload another file`;
}

/**
 * Returns the reason why a render fails whose segment is in quarantine. `fromSec` and `toSec` are the start and end of
 * the segment, in seconds, in the render whose overrun put the segment into quarantine.
 */
export function segmentReason(fromSec: number, toSec: number, message: string): string {
  return (
    `The part from ${fromSec} s to ${toSec} s is in quarantine because it exceeded its render time limit twice ` +
    `(${message}). Change this part, or ask an operator to release it.`
  );
}

/**
 * Time in ms after which earlier failures are not counted. A file that fails only once in a long time is not faulty:
 * the cause was a shortage of memory or a full disk.
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
 * Records that a process failed while it read a file of an account. Returns whether the file is in quarantine now:
 * `no`, `new` when this failure put the file into quarantine, or `known` when an earlier failure did.
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
