import { type AspectRatio, type Document, documentForAspect } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { mediaLookup, sourcesOf } from '../projects/command-context.ts';

/** A document as a render with this aspect ratio shows it; the document itself without one. */
export async function laidOutFor(
  deps: ApiDeps,
  accountId: string,
  document: Document,
  aspect: AspectRatio | undefined,
): Promise<Document> {
  if (aspect === undefined) return document;
  return documentForAspect(document, aspect, await mediaLookup(deps, accountId, sourcesOf(document)));
}
