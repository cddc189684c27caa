import type { EngineMediaTable } from '@framemill/compositor/engine-client';
import { clipSources, type Document } from '@framemill/timeline';
import { factsOf, type MediaRecord } from '../model/media.ts';

/** Returns the media files that a document uses, with their preview copies, in the form that the engine needs. */
export function engineMedia({ clips }: Document, bySrc: ReadonlyMap<string, MediaRecord>): EngineMediaTable {
  const names = new Set(clips.flatMap(clipSources).map(({ src }) => src));
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
