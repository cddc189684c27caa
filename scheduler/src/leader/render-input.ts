import type { MediaTable } from '@framemill/compositor/plan';
import { type Prisma, readObject } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { factsOf, type MediaSources, objectKeys, parseRenderSnapshot, type RenderSnapshot } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';

/** Input of a render, as it was stored when the render was admitted. */
export interface RenderInput {
  readonly document: Document;
  readonly profile: RenderSnapshot['profile'];
  readonly media: MediaSources;
  /** Media facts of `media`, by source. */
  readonly facts: MediaTable;
}

/**
 * Reads a render's snapshot. Throws the errors of the store, and `ProtocolError`, SyntaxError or FramemillError for an
 * invalid snapshot. While the store does not respond, the read fails after a short time, so that the leader does not
 * wait; the leader reads again in its next pass.
 */
export function readRenderInput(leader: Pick<LeaderContext, 'store'>, renderId: string): Promise<RenderInput> {
  const waiting = { mustExist: true, awayMs: 500, wrongMs: 500 };
  return readObject(leader.store, objectKeys.document(renderId), parseRenderInput, waiting);
}

function parseRenderInput(stored: Buffer): RenderInput {
  const { document, profile, media } = parseRenderSnapshot(JSON.parse(stored.toString('utf8')));
  return { document: parseDocument(document), profile, media, facts: factsOf(media) };
}

interface KeyRow {
  contentKey: string;
}

/**
 * Returns the content keys among `contentKeys` (of segments and audio mixes) that an open task of another render of the
 * account will produce. A render that needs one of these objects waits for it instead of producing it as well;
 * `completeRanges` stores a segment for all renders that wait for it.
 */
export async function keysUnderWay(
  client: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { id, accountId }: { readonly id: string; readonly accountId: string },
  contentKeys: readonly string[],
): Promise<Set<string>> {
  if (contentKeys.length === 0) return new Set();
  const keys = [...new Set(contentKeys)];
  const rows = await client.$queryRaw<KeyRow[]>`
    SELECT DISTINCT s."contentKey" FROM "RenderSegment" s
      JOIN "Render" r ON r.id = s."renderId"
      JOIN "Task" t ON t."renderId" = r.id AND t.kind = 'frames' AND t.status IN ('READY', 'RELEASED')
        AND s.index BETWEEN t."firstSegment" AND t."lastSegment"
    WHERE s."contentKey" = ANY(${keys}::text[]) AND s.sha256 IS NULL
      AND r."accountId" = ${accountId} AND r.id <> ${id} AND r.stage = 'rendering'
      AND r.status IN ('PENDING', 'PROCESSING')
    UNION
    SELECT r."audioKey" FROM "Render" r
      JOIN "Task" t ON t."renderId" = r.id AND t.kind = 'audio' AND t.status IN ('READY', 'RELEASED')
    WHERE r."audioKey" = ANY(${keys}::text[])
      AND r."accountId" = ${accountId} AND r.id <> ${id} AND r.stage = 'rendering'
      AND r.status IN ('PENDING', 'PROCESSING')`;
  return new Set(rows.map(({ contentKey }) => contentKey));
}
