import type { Clip, Document, MediaFacts } from '@framemill/timeline';
import { sourceDetail } from '../graph/motion.ts';

/** Source with the size of its proxy, if it has one. */
export interface PreviewSource {
  facts: MediaFacts;
  proxy?: { width: number; height: number } | undefined;
}

/** Document for a preview. Its clips use the proxy of their source where the proxy's resolution is sufficient. */
export interface PreviewCopies {
  document: Document;
  /** Sources whose original files are needed. */
  originals: string[];
  /** Map from the name of a source to the name of its proxy. */
  proxies: Map<string, string>;
}

// Ratio that counts as 1, because a proxy's sides are rounded to even numbers.
const nearlyOne = 0.98;

/**
 * Selects the clips of a preview at `scale` that show their source's proxy: those that never show more pixels than the
 * proxy has. Other clips, such as zoomed ones, read the original, because the proxy would look blurred. Audio files are
 * left out of `originals`, because a single frame does not need them.
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
  // Clips inside compositions read the originals.
  for (const { src } of (document.compositions ?? []).flatMap((composition) => composition.clips)) needed.add(src);
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
