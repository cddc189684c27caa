import type { Database, ObjectStore } from '@framemill/infra';

/** Key prefixes below which each account has a folder. A test compares them with the keys that the service makes. */
const accountFolders = [
  ...['segments', 'previews', 'proxies', 'posters', 'filmstrips', 'waveforms', 'peaks', 'analyses'],
] as const;

/** Object in the store with its size in bytes. */
export interface OwnObject {
  readonly key: string;
  readonly sizeBytes: number;
}

const rowsAtOnce = 500;

/**
 * Lists all objects of an account: those below its own prefixes, and those that its renders and media name. Frames of
 * previews are missing: their random names are stored nowhere, and the sweep removes them.
 */
export async function* accountObjects(
  { database: { client }, store }: { readonly database: Database; readonly store: ObjectStore },
  accountId: string,
): AsyncGenerator<OwnObject> {
  for (const folder of accountFolders) yield* store.list(`${folder}/${accountId}/`);
  async function* named(keys: readonly (string | null)[]): AsyncGenerator<OwnObject> {
    for (const key of keys) {
      const info = key === null ? null : await store.head(key);
      if (key !== null && info !== null) yield { key, sizeBytes: info.sizeBytes };
    }
  }
  for (let last = ''; ; ) {
    const where = { accountId, id: { gt: last } };
    const rows = await client.render.findMany({ where, ...page, select: { id: true, exportKey: true } });
    for (const { id, exportKey } of rows) {
      yield* named([exportKey]);
      yield* store.list(`renders/${id}/`);
    }
    if (rows.length < rowsAtOnce) break;
    last = rows.at(-1)?.id ?? '';
  }
  for (let last = ''; ; ) {
    const where = { accountId, id: { gt: last } };
    const rows = await client.media.findMany({
      where,
      ...page,
      select: { id: true, objectKey: true, posterKey: true },
    });
    for (const { objectKey, posterKey } of rows) yield* named([objectKey, posterKey]);
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)?.id ?? '';
  }
}

const page = { orderBy: { id: 'asc' }, take: rowsAtOnce } as const;
