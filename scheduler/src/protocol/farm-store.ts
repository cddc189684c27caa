import { type ObjectStore, type Redis, readObject } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';
import { leaseTtlMs, redisKeys } from './redis-keys.ts';

/** Object keys that scheduler, nodes and API share. */
export const objectKeys = {
  /** Document of a render, stored when the render is admitted: JSON of `RenderSnapshot`. */
  document: (renderId: string) => `renders/${renderId}/document.json`,
  /** Input of a render's mux: JSON of `StitchManifest`. */
  manifest: (renderId: string) => `renders/${renderId}/manifest.json`,
  /** Measurements of a render's finished file: JSON of `QualityReport`. */
  report: (renderId: string) => `renders/${renderId}/report.json`,
  /**
   * Segment or audio mix, named by its content key and by the hash of its bytes: writing it a second time stores the
   * same bytes.
   */
  segment: (accountId: string, contentKey: string, sha256: string) => `segments/${accountId}/${contentKey}/${sha256}`,
  /** Document of a single-frame request, stored once under its hash: JSON of `FrameSnapshot`. */
  previewDocument: (accountId: string, hash: string) => `previews/${accountId}/${hash}.json`,
  /**
   * Input and output of a transcription request; deleted when the request ends, or else swept with the documents of
   * previews.
   */
  transcript: (accountId: string, requestId: string, part: 'script' | 'words') =>
    `previews/${accountId}/${requestId}-${part}.json`,
  /** Rendered single frame. `name` must be unguessable: exports are served to every client that has the name. */
  frame: (name: string, image: 'jpeg' | 'png') => `exports/frames/${name}.${image === 'jpeg' ? 'jpg' : 'png'}`,
  /**
   * Rendered single frame whose URL was given to a client. It has its own prefix, because the sweep removes it later
   * than other frames.
   */
  keptFrame: (name: string, image: 'jpeg' | 'png') => `exports/kept-frames/${name}.${image === 'jpeg' ? 'jpg' : 'png'}`,
  /**
   * Poster that an ingest produced, named by the hash of the media file: `mediaSha256`. All objects of ingests except
   * analyses are public.
   */
  poster: (accountId: string, mediaSha256: string, image: 'jpeg' | 'png') =>
    `posters/${accountId}/${mediaSha256}.${image === 'jpeg' ? 'jpg' : 'png'}`,
  filmstrip: (accountId: string, mediaSha256: string) => `filmstrips/${accountId}/${mediaSha256}.jpg`,
  peaks: (accountId: string, mediaSha256: string) => `peaks/${accountId}/${mediaSha256}.bin`,
  waveform: (accountId: string, mediaSha256: string) => `waveforms/${accountId}/${mediaSha256}.json`,
  analysis: (accountId: string, mediaSha256: string) => `analyses/${accountId}/${mediaSha256}.json`,
  /**
   * Prefix of all proxies of a media file; each proxy is also named by the hash of its own bytes, which nodes check.
   */
  proxies: (accountId: string, mediaSha256: string) => `proxies/${accountId}/${mediaSha256}/`,
  proxy: (accountId: string, mediaSha256: string, sha256: string) =>
    `proxies/${accountId}/${mediaSha256}/${sha256}.mp4`,
  /** Random id that distinguishes this store from all others: see `readStoreId`. */
  storeId: 'farm/store-id',
  fixture: (file: string) => `fixtures/${file}`,
  /** Index of the fixtures, as JSON: file name of a fixture -> its `MediaFacts`. */
  fixtureIndex: 'fixtures/index.json',
} as const;

/** Reads the random id that identifies an object store; null: no scheduler has stored an id in it. */
export async function readStoreId(store: ObjectStore): Promise<string | null> {
  try {
    // The id counts as absent only when two reads, a moment apart, miss it: otherwise the store would get a second id.
    return await readObject(store, objectKeys.storeId, (bytes) => bytes.toString('utf8'), {
      ...{ mustExist: true, wrongMs: 500 },
    });
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}

/**
 * Publishes to the nodes which object store the farm uses. The key expires after `leaseTtlMs`, so that it exists only
 * while a leader runs.
 */
export async function publishFarmStore(redis: Redis, storeId: string): Promise<void> {
  await redis.set(redisKeys.farmStore, storeId, 'PX', leaseTtlMs);
}

/** Reads the id of the leading scheduler's store; null: there is no leader, or it runs an older software version. */
export async function readFarmStore(redis: Redis): Promise<string | null> {
  return redis.get(redisKeys.farmStore);
}
