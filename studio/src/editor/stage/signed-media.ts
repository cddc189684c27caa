import type { EngineMediaTable } from '@framemill/compositor/engine-client';
import type { requestAddresses } from '../model/media.ts';

/** Signed addresses of the media files of the documents that the editor had open. The engine can load no others. */
export interface SignedMedia {
  /**
   * Sets the media of the open document, and requests the first addresses at once. The table's paths are the addresses
   * of the files in media records. Files of documents that were open before stay available, because a frame of them may
   * still be drawn.
   */
  open(media: EngineMediaTable): void;
  /**
   * Returns the signed address of a file of such a document by its path in the media table; null for other files.
   * `isExpired`: the service no longer accepts the address from before.
   */
  addressOf(path: string, isExpired: boolean): Promise<string | null>;
}

/** Maximum number of files in a request for addresses. */
const MOST_SOURCES = 1_000;

type RequestAddresses = typeof requestAddresses;

/** Creates the addresses. `request` is called with at most `MOST_SOURCES` files at a time. */
export function createSignedMedia(request: RequestAddresses): SignedMedia {
  let media: EngineMediaTable = {};
  /** Signed addresses by path, from the last request. */
  let latest: Promise<ReadonlyMap<string, string>> = Promise.resolve(new Map());
  let hasRequested = false;

  return {
    open(opened) {
      media = { ...media, ...opened };
      if (hasRequested || Object.keys(media).length === 0) return;
      // The engine will ask for them.
      latest = loadAddresses(Object.values(media), request);
      latest.catch(() => undefined);
      hasRequested = true;
    },
    async addressOf(path, isExpired) {
      const files = Object.values(media);
      if (!files.some((file) => file.path === path || file.previewPath === path)) return null;
      const seen = latest;
      const known = await seen.then(
        (addresses) => addresses.get(path),
        () => undefined,
      );
      if (known !== undefined && !isExpired) return known;
      // Of several calls at a time, the first sends the request.
      if (latest === seen) latest = loadAddresses(files, request);
      return (await latest).get(path) ?? null;
    },
  };
}

async function loadAddresses(
  files: readonly EngineMediaTable[string][],
  request: RequestAddresses,
): Promise<ReadonlyMap<string, string>> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const paths = [...byPath.keys()];
  const addresses = new Map<string, string>();
  for (let from = 0; from < paths.length; from += MOST_SOURCES) {
    for (const { source, url, proxyUrl } of await request(paths.slice(from, from + MOST_SOURCES))) {
      addresses.set(source, url);
      const preview = byPath.get(source)?.previewPath;
      if (preview !== undefined && proxyUrl !== null) addresses.set(preview, proxyUrl);
    }
  }
  return addresses;
}
