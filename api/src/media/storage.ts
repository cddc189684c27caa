import { type Database, type ObjectStore, readTotals } from '@framemill/infra';
import type { Plan } from '@framemill/scheduler';
import { objectKeys } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';

/** Returns the total size of an account's media, in bytes. Derived files do not count. */
export async function storedBytes({ database }: Pick<ApiDeps, 'database'>, accountId: string): Promise<number> {
  const { media } = await readTotals(database.client, accountId, ['media']);
  return media.amount;
}

/** Returns the storage limit of a plan, in bytes. */
export function storageLimitBytes({ storageGb }: Plan): number {
  return storageGb * 1e9;
}

/** Throws 413 `quota_exceeded` when a file of `sizeBytes` bytes does not fit into the plan's storage. */
export async function checkStorage(
  deps: ApiDeps,
  caller: Pick<Caller, 'accountId' | 'plan'>,
  sizeBytes: number,
): Promise<void> {
  const limit = storageLimitBytes(caller.plan);
  const used = await storedBytes(deps, caller.accountId);
  if (used + sizeBytes <= limit) return;
  const message =
    `The file does not fit: ${(used / 1e9).toFixed(3)} of the plan's ${limit / 1e9} GB of storage are used. ` +
    'Delete media or move to a larger plan.';
  throw new FramemillError('quota_exceeded', message, { what: 'storage', used, limit });
}

/**
 * Deletes a media file: first its record, so that nothing new can use the file, then its bytes and all derived files.
 * Processing of the file that is still in progress may leave objects behind.
 */
export async function deleteMedia(
  { database, store }: { database: Database; store: ObjectStore },
  media: { id: string; accountId: string; sha256: string; objectKey: string },
): Promise<void> {
  const { id, accountId, sha256, objectKey } = media;
  await database.client.media.deleteMany({ where: { id } });
  await store.delete(objectKey);
  // Derived files are named by the content's hash, and the same bytes may have been uploaded again by now.
  if ((await database.client.media.count({ where: { accountId, sha256 } })) > 0) return;
  await store.delete(objectKeys.poster(accountId, sha256, 'jpeg'));
  await store.delete(objectKeys.poster(accountId, sha256, 'png'));
  await store.delete(objectKeys.analysis(accountId, sha256));
  await store.delete(objectKeys.waveform(accountId, sha256));
  await store.delete(objectKeys.filmstrip(accountId, sha256));
  await store.delete(objectKeys.peaks(accountId, sha256));
  for await (const { key } of store.list(objectKeys.proxies(accountId, sha256))) await store.delete(key);
}
