import type { Plan } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';

/** Returns the total size of an account's media, in bytes. Derived files do not count. */
export async function storedBytes({ database }: Pick<ApiDeps, 'database'>, accountId: string): Promise<number> {
  const { _sum } = await database.client.media.aggregate({ where: { accountId }, _sum: { sizeBytes: true } });
  return Number(_sum.sizeBytes ?? 0);
}

/** Returns the storage limit of a plan, in bytes. */
export function storageLimitBytes({ storageGb }: Plan): number {
  return storageGb * 1e9;
}

/** Throws 413 `quota_exceeded` when `sizeBytes` more would exceed the plan's storage. */
export async function checkStorage(
  deps: ApiDeps,
  caller: Pick<Caller, 'accountId' | 'plan'>,
  sizeBytes: number,
): Promise<void> {
  const limit = storageLimitBytes(caller.plan);
  const used = await storedBytes(deps, caller.accountId);
  if (used + sizeBytes <= limit) return;
  const message =
    `The plan has ${limit / 1e9} GB of storage, and ${used} bytes are used. ` +
    'Delete media or move to a larger plan.';
  throw new FramemillError('quota_exceeded', message, { what: 'storage', used, limit });
}
