import type { Clip, Document, MediaFacts } from '@framemill/timeline';
import { sourceDetail } from '../graph/source-detail.ts';

/** A source, and the size of the proxy that may be shown instead. */
export interface PreviewSource {
  facts: MediaFacts;
  proxy?: { width: number; height: number } | undefined;
}

/** A document for a preview: clips whose proxy is enough name it as their source. */
export interface PreviewCopies {
  document: Document;
  /** Sources whose originals are needed. */
  originals: string[];
  /** `src` of the document -> the `src` that stands for its proxy. */
  proxies: Map<string, string>;
}

// A proxy's sides are rounded to even numbers.
const nearlyOne = 0.98;

/**
 * Decides which clips of a preview at `scale` show their source's proxy: those that never show more pixels than the proxy has.
 * Others, zoomed in or in a full-size picture, read the original: the proxy would be blurred there, and half of a full-size
 * picture's pixels are not in it. Sounds are not needed for a picture and are left out.
 */
export function previewCopies(
  document: Document,
  sources: Readonly<Record<string, PreviewSource>>,
  scale: number,
): PreviewCopies {
  const outputWidth = document.settings.width * scale;
  const proxies = new Map<string, string>();
  const needed = new Set<string>();
  const clips = document.clips.map((clip): Clip => {
    const source = sources[clip.src];
    if (source?.proxy === undefined || !isEnough(clip, source, source.proxy, document, outputWidth)) {
      needed.add(clip.src);
      return clip;
    }
    const name = `${clip.src} (preview copy)`;
    proxies.set(clip.src, name);
    return { ...clip, src: name };
  });
  const originals = Object.entries(sources)
    .filter(([src, { facts }]) => facts.kind !== 'audio' && (needed.has(src) || !proxies.has(src)))
    .map(([src]) => src);
  return { document: { ...document, clips }, originals, proxies };
}

function isEnough(
  clip: Clip,
  { facts }: PreviewSource,
  proxy: { width: number; height: number },
  document: Document,
  outputWidth: number,
): boolean {
  const { kind, width, height } = facts;
  if (kind !== 'video' || clip.type === 'audio' || width === null || height === null) return false;
  return sourceDetail(clip, { width, height }, document, outputWidth) * (proxy.width / width) >= nearlyOne;
}
