import { text } from 'node:stream/consumers';
import type { MediaTable } from '@framemill/compositor/catalog';
import type { Document } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { type MediaSources, objectKeys, parseRenderSnapshot, type RenderSnapshot } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';

/** What a render was asked to draw, as it was frozen when it was admitted. */
export interface RenderInput {
  readonly document: Document;
  readonly profile: RenderSnapshot['profile'];
  readonly media: MediaSources;
  /** The facts of `media` alone. */
  readonly facts: MediaTable;
}

/** The text of a render's snapshot. Throws what the store throws. */
export async function snapshotText(leader: Pick<LeaderContext, 'store'>, renderId: string): Promise<string> {
  return text((await leader.store.get(objectKeys.document(renderId))).body);
}

/** Reads the text of a snapshot. Throws `ProtocolError` or FramemillError for what no release has written. */
export function parseRenderInput(stored: string): RenderInput {
  const { document, profile, media } = parseRenderSnapshot(JSON.parse(stored));
  const facts: MediaTable = {};
  for (const [src, source] of Object.entries(media)) facts[src] = source.facts;
  return { document: parseDocument(document), profile, media, facts };
}
