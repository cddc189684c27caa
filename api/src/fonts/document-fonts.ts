import { isUsable, resolveSources } from '@framemill/scheduler';
import { allClips, clipSources, type Document, type FontFile } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { CostLimitExceeded, requireWithin } from '../limiter/cost-limits.ts';
import type { MeasureText } from './text-sizes.ts';

/**
 * Maximum total size of the uploaded fonts that the API loads for one document, unpacked, in bytes.
 * Fonts beyond it are not loaded, and their text is laid out in the first bundled family.
 */
const MOST_BYTES = 64_000_000;
/** Maximum time that one request may spend on measuring text in uploaded fonts, in ms. */
const MOST_MEASURING_MS = 500;

/**
 * Loads the uploaded fonts that a document uses, and returns them by `fontFamily`. Fonts of other accounts are skipped.
 * Throws `CostLimitExceeded` on the main thread, where fonts are not unpacked.
 */
export async function documentFonts(
  deps: ApiDeps,
  accountId: string,
  document: Document,
): Promise<ReadonlyMap<string, FontFile>> {
  const fonts = new Map<string, FontFile>();
  const named = allClips(document)
    .flatMap(clipSources)
    .filter(({ use }) => use === 'font');
  if (named.length === 0) return fonts;
  // Unpacking one font takes up to a second.
  requireWithin(deps, 'fonts', named.length, { clips: document.clips.length });
  const sources = await resolveSources(
    deps,
    accountId,
    named.map(({ src }) => src),
  );
  let sizeBytes = 0;
  for (const [src, source] of sources) {
    const font = isUsable(source) ? await deps.fonts.get(source) : null;
    sizeBytes += font?.sizeBytes ?? 0;
    if (sizeBytes > MOST_BYTES) break;
    if (font) fonts.set(src, font.file);
  }
  return fonts;
}

/**
 * Returns a function that measures texts in the fonts that renders use, to check the layout.
 * Use it for one request only: after `MOST_MEASURING_MS` in uploaded fonts, it measures all texts in the bundled fonts.
 * Fonts that cannot be read are logged and skipped, so that the result of commands is still saved. Throws
 * `CostLimitExceeded` on the main thread when the document uses uploaded fonts.
 */
export async function measureWithFonts(deps: ApiDeps, accountId: string, document: Document): Promise<MeasureText> {
  const fonts = await documentFonts(deps, accountId, document).catch((error: unknown) => {
    if (error instanceof CostLimitExceeded) throw error;
    deps.log.warn({ err: error }, 'the fonts of a project could not be read for its lint');
    return new Map<string, FontFile>();
  });
  if (fonts.size === 0) return measureBriefly(deps, document.clips.length);
  const engine = deps.textEngine.withFonts(fonts);
  let spentMs = 0;
  return (style) => {
    const families = [style.fontFamily, ...(style.spans ?? []).map(({ fontFamily }) => fontFamily)];
    const isOwn = families.some((family) => family !== undefined && fonts.has(family));
    if (!isOwn || spentMs > MOST_MEASURING_MS) return deps.measureText(style);
    const begun = performance.now();
    const { width, height, missing } = engine.layout(style);
    spentMs += performance.now() - begun;
    return { width, height, missing };
  };
}

/**
 * Returns a function that measures text. Throws `CostLimitExceeded` when the limits of the calling thread are reached.
 * A new text takes 0.15 ms, a page of text up to 15 ms.
 */
function measureBriefly(deps: ApiDeps, clips: number): MeasureText {
  let spentMs = 0;
  return (style) => {
    const { content, spans = [] } = style;
    requireWithin(deps, 'measuringMs', spentMs, { clips });
    requireWithin(deps, 'textLetters', content.length, { clips });
    requireWithin(deps, 'textSpans', spans.length, { clips });
    const begun = performance.now();
    const size = deps.measureText(style);
    spentMs += performance.now() - begun;
    return size;
  };
}
