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

/** Number of rows that one statement reads. */
const rowsAtOnce = 500;
/** Number of rows whose objects are looked up at the same time: a store answers a call in about 10 ms. */
const lookupsAtOnce = 16;
const page = { orderBy: { id: 'asc' }, take: rowsAtOnce } as const;

/**
 * Lists all objects of an account: those below its own prefixes, and those that its renders and media name. Frames of
 * previews are missing: their random names are stored nowhere, and the sweep removes them.
 */
export async function* accountObjects(
  { database: { client }, store }: { readonly database: Database; readonly store: ObjectStore },
  accountId: string,
): AsyncGenerator<OwnObject> {
  for (const folder of accountFolders) yield* store.list(`${folder}/${accountId}/`);
  const named = async (keys: readonly (string | null)[]): Promise<OwnObject[]> => {
    const found = await Promise.all(
      keys.map(async (key) => {
        const info = key === null ? null : await store.head(key);
        return key === null || info === null ? [] : [{ key, sizeBytes: info.sizeBytes }];
      }),
    );
    return found.flat();
  };
  const after = (last: string) => ({ where: { accountId, id: { gt: last } }, ...page });
  const renders = (last: string) => client.render.findMany({ ...after(last), select: { id: true, exportKey: true } });
  const media = (last: string) =>
    client.media.findMany({ ...after(last), select: { id: true, objectKey: true, posterKey: true } });
  for await (const rows of pagesOf(renders)) {
    yield* objectsOf(rows, async ({ id, exportKey }) => [
      ...(await named([exportKey])),
      ...(await Array.fromAsync(store.list(`renders/${id}/`))),
    ]);
  }
  for await (const rows of pagesOf(media)) {
    yield* objectsOf(rows, ({ objectKey, posterKey }) => named([objectKey, posterKey]));
  }
}

/** Reads rows page by page. `read` returns the rows after an id, `rowsAtOnce` at most, in the order of their ids. */
async function* pagesOf<Row extends { id: string }>(read: (last: string) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let rows = await read(''); rows.length > 0; ) {
    yield rows;
    const last = rows.at(rowsAtOnce - 1);
    rows = last === undefined ? [] : await read(last.id);
  }
}

/** Looks up the objects of rows, of several at the same time, in the order of the rows. */
async function* objectsOf<Row>(
  rows: readonly Row[],
  find: (row: Row) => Promise<OwnObject[]>,
): AsyncGenerator<OwnObject> {
  for (let from = 0; from < rows.length; from += lookupsAtOnce) {
    const found = await Promise.all(rows.slice(from, from + lookupsAtOnce).map(find));
    yield* found.flat();
  }
}
