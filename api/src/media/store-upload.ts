import { announceMedia, completeMedia, nameOfProbed, requireNoQuarantine } from '@framemill/scheduler';
import { parseMediaFacts } from '@framemill/scheduler/protocol';
import { FramemillError, type MediaFacts } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { contentTypeOf } from '../files/file-names.ts';
import { newId } from '../ids.ts';
import { type MediaRow, withIngests } from './media-record.ts';
import type { Upload } from './received-upload.ts';
import { checkStorage, deleteMedia } from './storage.ts';

/** Account that will own the media, and its plan. Embed sessions do not rename files that the account has. */
export type MediaOwner = Pick<Caller, 'accountId' | 'plan' | 'embed'>;

/** Maximum time that an upload waits for a node to probe the file, in ms. */
export const PROBE_WAIT_MS = 10_000;

/**
 * Stores an upload, once per account and content, and has a farm node probe it.
 * The result is READY, or PROCESSING when no node answered in time; the scheduler then completes the record. If the
 * account already has a file with the same bytes, that record is returned under the new name. Throws `invalid_request`
 * when the file is not usable media (nothing is stored), and 413 `quota_exceeded` when the plan's storage is full.
 */
export async function storeUpload(deps: ApiDeps, caller: MediaOwner, upload: Upload): Promise<MediaRow> {
  const row = await storeAndProbe(deps, caller, upload);
  await announceMedia(deps.redis, row.accountId, row.id);
  return row;
}

async function storeAndProbe(deps: ApiDeps, caller: MediaOwner, upload: Upload): Promise<MediaRow> {
  const { accountId, embed } = caller;
  const known = await findSame(deps, accountId, upload.sha256);
  const row = known ? (embed ? known : await renamed(deps, known, upload.name)) : await insert(deps, caller, upload);
  if (row.status === 'READY') return row;
  try {
    await requireNoQuarantine(deps, row);
    const facts = await deps.scheduler.requestProbe({
      mediaId: row.id,
      objectKey: row.objectKey,
      sha256: row.sha256,
      sizeBytes: Number(row.sizeBytes),
      timeoutMs: PROBE_WAIT_MS,
    });
    return facts === null ? row : await complete(deps, row, facts);
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'invalid_request') await deleteMedia(deps, row);
    throw error;
  }
}

function findSame({ database }: ApiDeps, accountId: string, sha256: string): Promise<MediaRow | null> {
  return database.client.media.findUnique({
    where: { accountId_sha256: { accountId, sha256 } },
    include: withIngests,
  });
}

async function insert(deps: ApiDeps, caller: MediaOwner, upload: Upload): Promise<MediaRow> {
  const { accountId } = caller;
  await checkStorage(deps, caller, upload.sizeBytes);
  const id = newId('med');
  const objectKey = `uploads/${id}.${upload.ending}`;
  // The object is written first: a crash in between leaves an orphaned object, never a record without bytes.
  const type = { contentType: contentTypeOf(objectKey) ?? 'application/octet-stream' };
  const { content } = upload;
  if ('data' in content) await deps.store.put(objectKey, content.data, type);
  else await deps.store.putFile(objectKey, content.path, type);
  const { name, sizeBytes, sha256, generationId = null } = upload;
  const { count } = await deps.database.client.media.createMany({
    data: [{ id, accountId, name, sizeBytes, sha256, objectKey, generationId }],
    skipDuplicates: true,
  });
  // The same bytes were uploaded concurrently: the first upload is kept.
  if (count === 0) await deps.store.delete(objectKey);
  const row = await findSame(deps, accountId, upload.sha256);
  if (!row)
    throw new FramemillError('internal_error', 'The file was deleted while it was being stored. Upload it again.');
  return row;
}

async function renamed({ database }: ApiDeps, row: MediaRow, name: string): Promise<MediaRow> {
  const named = row.facts === null ? name : nameOfProbed(name, parseMediaFacts(row.facts));
  if (named === row.name) return row;
  await database.client.media.updateMany({ where: { id: row.id }, data: { name: named } });
  return { ...row, name: named };
}

async function complete(deps: ApiDeps, row: MediaRow, facts: MediaFacts): Promise<MediaRow> {
  await deps.database.client.$transaction((tx) => completeMedia(tx, row, facts));
  // The record may already have been completed by the leader.
  const completed = await findSame(deps, row.accountId, row.sha256);
  if (completed) return completed;
  throw new FramemillError('unavailable', 'The file was deleted while it was being checked. Upload it again.');
}
