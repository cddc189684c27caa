import type { SessionPaths } from '@framemill/api/session-client';
import type { EngineMediaTable } from '@framemill/compositor/engine-client';
import type { StageMedia } from '@framemill/compositor/page';
import { allClips, clipSources, type Document, type MediaFacts, type MediaLookup } from '@framemill/timeline';
import { api } from '../../client/api.ts';
import { answerOf } from '../../client/api-error.ts';

/** Media record as API responses contain it. */
export type MediaRecord =
  SessionPaths['/v1/media']['get']['responses'][200]['content']['application/json']['media'][number];

/** Maximum number of media files that an editor loads. Older files in use are shown as missing. */
const MOST_MEDIA = 500;

/** Loads the account's media, newest first, up to about `MOST_MEDIA` files. */
export async function readMedia(): Promise<MediaRecord[]> {
  const records: MediaRecord[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor ? { cursor } : {}) };
    const page: { media: MediaRecord[]; nextCursor: string | null } = await answerOf(
      api.GET('/v1/media', { params: { query } }),
    );
    records.push(...page.media);
    cursor = page.nextCursor;
  } while (cursor !== null && records.length < MOST_MEDIA);
  return records;
}

/**
 * Requests signed addresses of up to 1,000 media files by their ids or URLs. Files that are not ready have none.
 */
export async function requestAddresses(sources: string[]) {
  const { addresses } = await answerOf(api.POST('/v1/media/addresses', { body: { sources } }));
  return addresses;
}

const KINDS = ['video', 'animation', 'audio', 'image', 'lut', 'subtitle', 'font', 'table'] as const;

/** Returns the metadata of a media file that editing commands and the preview need; null when the file is not ready. */
export function factsOf(record: MediaRecord): MediaFacts | null {
  const kind = KINDS.find((one) => one === record.kind);
  if (record.status !== 'READY' || !kind || record.mimeType === null) return null;
  const { sha256, mimeType, sizeBytes, width, height, durationSec, fps, hasAudio } = record;
  const facts = { kind, sha256, mimeType, sizeBytes, width, height, durationSec, fps, hasAudio };
  if (kind === 'animation')
    return { ...facts, hasAlpha: true, animation: { slots: record.slots, warnings: record.warnings } };
  // Texts name a font file by its source: its family and weight are used for nothing.
  return kind === 'font' ? { ...facts, font: { family: record.id, weight: 400, italic: false } } : facts;
}

/** Indexes media files by the source strings that clips may use: media id and URL. */
export function mediaBySrc(records: readonly MediaRecord[]): Map<string, MediaRecord> {
  return new Map(records.flatMap((record) => [[record.id, record] as const, [record.url, record] as const]));
}

/** Returns a function that looks up the metadata of a media file by the source string of a clip. */
export function factsBySrc(bySrc: ReadonlyMap<string, MediaRecord>): MediaLookup {
  return (src) => {
    const record = bySrc.get(src);
    return record ? factsOf(record) : null;
  };
}

/** Returns the media files that a document refers to, in the form that the HTML preview (the stage) needs. */
export function stageMedia(document: Document, bySrc: ReadonlyMap<string, MediaRecord>): StageMedia[] {
  const found = new Map<string, StageMedia>();
  for (const clip of allClips(document)) {
    for (const { src: name } of clipSources(clip)) {
      if (found.has(name)) continue;
      const record = bySrc.get(name);
      const facts = record && factsOf(record);
      if (record && facts) {
        const { url, proxyUrl, posterUrl } = record;
        const shown = facts.kind === 'animation' ? posterUrl : proxyUrl;
        found.set(name, { src: name, facts, url, ...(shown === null ? {} : { pictureUrl: shown }) });
      }
    }
  }
  return [...found.values()];
}

/** Returns the media files that a document uses, with their preview copies, in the form that the engine needs. */
export function engineMedia(document: Document, bySrc: ReadonlyMap<string, MediaRecord>): EngineMediaTable {
  const names = new Set(
    allClips(document)
      .flatMap(clipSources)
      .map(({ src }) => src),
  );
  return Object.fromEntries(
    [...names].flatMap((src) => {
      const record = bySrc.get(src);
      const facts = record && factsOf(record);
      if (!record || !facts) return [];
      const { url, proxyUrl } = record;
      return [[src, { path: url, facts, ...(proxyUrl === null ? {} : { previewPath: proxyUrl }) }]];
    }),
  );
}
