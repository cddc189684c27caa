import type { Database, ObjectStore } from '@framemill/infra';
import { objectKeys } from '@framemill/scheduler/protocol';

/**
 * Deletes a media file: first its record, so that it cannot be used anew, then its bytes and all derived files.
 * An ingest in progress may still leave objects behind.
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
