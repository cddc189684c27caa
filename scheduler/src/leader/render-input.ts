import type { MediaTable } from '@framemill/compositor/catalog';
import { readObject } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { factsOf, type MediaSources, objectKeys, parseRenderSnapshot, type RenderSnapshot } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';

/** Input of a render, as it was frozen at admission. */
export interface RenderInput {
  readonly document: Document;
  readonly profile: RenderSnapshot['profile'];
  readonly media: MediaSources;
  /** Media facts of `media`, by source. */
  readonly facts: MediaTable;
}

/**
 * Reads a render's snapshot. Throws the errors of the store, and `ProtocolError`, SyntaxError or FramemillError for a
 * snapshot that no software version has written. A leader must not wait: the store is read for at most a moment, and
 * again in the next tick.
 */
export function readRenderInput(leader: Pick<LeaderContext, 'store'>, renderId: string): Promise<RenderInput> {
  const waiting = { mustExist: true, awayMs: 500, wrongMs: 500 };
  return readObject(leader.store, objectKeys.document(renderId), parseRenderInput, waiting);
}

function parseRenderInput(stored: Buffer): RenderInput {
  const { document, profile, media } = parseRenderSnapshot(JSON.parse(stored.toString('utf8')));
  return { document: parseDocument(document), profile, media, facts: factsOf(media) };
}
