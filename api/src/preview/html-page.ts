import { type CompositionPage, compositionPage } from '@framemill/compositor/page';
import { isUsable, resolveSources } from '@framemill/scheduler';
import type { Document } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { documentFonts } from '../fonts/document-fonts.ts';
import { refuseLargePage } from '../limiter/too-heavy.ts';
import { sourcesOf } from '../projects/command-context.ts';

/**
 * Builds the HTML preview of a document with the account's own media.
 * Media of other accounts, and media that is not ready, is left out. Throws `TooHeavy` on the main thread for large
 * documents.
 */
export async function htmlPage(deps: ApiDeps, accountId: string, document: Document): Promise<CompositionPage> {
  if (deps.side.kind === 'main') {
    const characters = document.clips.reduce((sum, { textStyle }) => sum + (textStyle?.content.length ?? 0), 0);
    refuseLargePage({ clips: document.clips.length, characters });
  }
  const sources = await resolveSources(deps, accountId, sourcesOf(document));
  return compositionPage({
    document,
    engine: deps.textEngine,
    fonts: await documentFonts(deps, accountId, document),
    media: (src) => {
      const source = sources.get(src);
      return source && isUsable(source) ? { facts: source.facts, url: `/${source.objectKey}` } : null;
    },
  });
}
