import type { MediaTable } from '@framemill/compositor/catalog';
import { readObject } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { factsOf, type MediaSources, objectKeys, parseRenderSnapshot, type RenderSnapshot } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';

/** What a render was asked to draw, as it was frozen when it was admitted. */
export interface RenderInput {
  readonly document: Document;
  readonly profile: RenderSnapshot['profile'];
  readonly media: MediaSources;
  /** The facts of `media` alone. */
  readonly facts: MediaTable;
}

/**
 * Reads a render's snapshot. Throws what the store throws, and `ProtocolError`, SyntaxError or FramemillError for what no release
 * has written. A leader must not wait: it looks twice within a moment, and again in its next tick.
 */
export function readRenderInput(leader: Pick<LeaderContext, 'store'>, renderId: string): Promise<RenderInput> {
  const waiting = { mustExist: true, awayMs: 500, wrongMs: 500 };
  return readObject(leader.store, objectKeys.document(renderId), parseRenderInput, waiting);
}

function parseRenderInput(stored: Buffer): RenderInput {
  const { document, profile, media } = parseRenderSnapshot(JSON.parse(stored.toString('utf8')));
  return { document: parseDocument(document), profile, media, facts: factsOf(media) };
}
