import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  animateText,
  flattenedDocument,
  type MediaFacts,
  rateOf,
  secondsOf,
  type TextLayout,
  totalFrames,
} from '@framemill/timeline';
import type { TextOutline } from '../masks/define-mask.ts';
import { maskTextStyle } from '../masks/free-masks.ts';
import { createTextOutlines } from '../sprites/text-outline.ts';
import { timedMarkup } from './markup/timed-markup.ts';
import { escapeText, scriptJson } from './markup-values.ts';
import { type CompositionInput, outlineKey, type PageData, type PageSource } from './page-data.ts';
import { fontFaces, pageFonts } from './page-fonts.ts';
import { safeColor } from './text/svg-paint.ts';

/** HTML preview of a project. */
export interface CompositionPage {
  /** Complete HTML document, UTF-8. */
  readonly html: string;
  /** Number of different files that the page loads, without fonts. */
  readonly mediaCount: number;
}

/** Parts from which the HTML preview of a project is assembled. */
export interface CompositionParts {
  /**
   * Data for the page's timeline. For texts without animation it contains only their size, because their letters are in
   * the HTML.
   */
  readonly data: PageData;
  /** CSS of the whole page. */
  readonly style: string;
  /** Attributes of the root element, without its id. */
  readonly root: Readonly<Record<string, string>>;
  /** HTML of one element for each group of clips connected by transitions, bottom first. */
  readonly groups: readonly string[];
  /** HTML of one `<audio>` element for each audio part of the mix. */
  readonly sounds: readonly string[];
}

/** Converts a project to the parts of its preview page. Clips whose media is unavailable are left out. */
export async function compositionParts(input: CompositionInput): Promise<CompositionParts> {
  const whole = await pageData(input);
  const { document } = whole;
  const { width, height, fps, background } = document.settings;
  // Rounded to whole frames, as in the timeline and the export: otherwise a renderer of the page would add an empty
  // frame.
  const durationSec = secondsOf(totalFrames(document), rateOf(fps));
  const size = { 'data-width': `${width}`, 'data-height': `${height}`, 'data-fps': `${fps}` };
  return {
    data: withoutResting(whole),
    style: `${fontFaces(whole.fonts)}${pageStyle(width, height, background)}`,
    root: { 'data-composition-id': 'main', 'data-start': '0', 'data-duration': `${durationSec}`, ...size },
    ...timedMarkup(whole),
  };
}

/**
 * Converts a project to one web page with a paused timeline at `window.__timelines.main`. Every clip is an element with
 * its time in attributes, and the timeline positions all elements as the renderer would. Texts are laid out here, with
 * one element for each line. Clips whose media is unavailable are left out. Compositions are flattened
 * (`flattenedDocument`). The page loads `/vendor/timeline.js` and
 * `/vendor/fonts` from this service.
 */
export async function compositionPage(input: CompositionInput): Promise<CompositionPage> {
  const { data, style, root, groups, sounds } = await compositionParts(input);
  const { width, name } = data.document.settings;
  const used = new Set(Object.values(data.sources).map(({ url }) => url));
  const title = escapeText(name || 'Composition');
  const attributes = Object.entries(root).map(([attribute, value]) => `${attribute}="${value}"`);
  const layers = groups.map((group) => `${group}\n`).join('');
  const html =
    `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n` +
    `<meta name="viewport" content="width=${width}">\n<style>${style}</style>\n</head>\n` +
    `<body>\n<div id="root" ${attributes.join(' ')}>\n${layers}${sounds.join('\n')}</div>\n` +
    `<script type="application/json" id="composition">${scriptJson(data)}</script>\n` +
    '<script src="/vendor/timeline.js"></script>\n' +
    '<script>window.__timelines = window.__timelines || {}; window.__timelines.main = ' +
    'compositionTimeline();</script>\n</body>\n</html>\n';
  return { html, mediaCount: used.size };
}

// Laying out a text takes about 0.1 ms and blocks other requests, so that the loop yields after this many clips.
const clipsPerTurn = 50;

async function pageData({
  document: given,
  media,
  engine: bundled,
  fonts = new Map(),
}: CompositionInput): Promise<PageData> {
  const document = flattenedDocument(given, true);
  const engine = bundled.withFonts(fonts);
  const sources: Record<string, PageSource> = {};
  const texts: Record<string, TextLayout> = {};
  const outlines: Record<string, TextOutline> = {};
  const outlineOf = createTextOutlines(engine);
  for (const [index, clip] of document.clips.entries()) {
    if (index % clipsPerTurn === clipsPerTurn - 1) await nextTurn();
    for (const src of [clip.src, clip.mask?.src ?? '']) {
      const found = src === '' ? null : media(src);
      const kind = found && shownKind(found.facts);
      if (!found || !kind) continue;
      const { facts, url, pictureUrl } = found;
      if (facts.kind !== 'animation')
        sources[src] = { ...sourceOf(facts, kind, url), ...(pictureUrl === undefined ? {} : { pictureUrl }) };
      else if (pictureUrl !== undefined) sources[src] = sourceOf(facts, kind, pictureUrl);
    }
    if (clip.textStyle) texts[clip.id] = engine.layout(clip.textStyle);
    const { mask } = clip;
    if (mask?.shape === 'text') {
      const { text = '', fontFamily } = mask;
      outlines[outlineKey(text, fontFamily)] = outlineOf(maskTextStyle(text, fontFamily));
    }
  }
  return { document, sources, texts, outlines, fonts: pageFonts(Object.values(texts), fonts, media) };
}

// The page already holds the letters of texts without animation: the timeline needs their size only.
function withoutResting(data: PageData): PageData {
  const texts = { ...data.texts };
  for (const { id, textStyle } of data.document.clips) {
    const layout = texts[id];
    if (layout && textStyle && !animateText(textStyle, layout)) texts[id] = { ...layout, lines: [] };
  }
  return { ...data, texts };
}

function shownKind({ kind }: MediaFacts): PageSource['kind'] | null {
  // The page shows the poster of an animation.
  if (kind === 'animation') return 'image';
  return kind === 'video' || kind === 'image' || kind === 'audio' ? kind : null;
}

function sourceOf(facts: MediaFacts, fileKind: PageSource['kind'], url: string): PageSource {
  const { width, height, hasAlpha = fileKind === 'image', durationSec, hasAudio } = facts;
  // Browsers play GIF, APNG and animated WebP as images only.
  const kind = facts.mimeType.startsWith('image/') ? 'image' : fileKind;
  return { kind, url, width: width ?? 0, height: height ?? 0, hasAlpha, durationSec, hasAudio };
}

/**
 * Returns the page's style sheet. Clips are hidden at first: the player shows each clip in its time span, and the
 * timeline sets all other styles.
 */
function pageStyle(width: number, height: number, background: string): string {
  return (
    'html,body{margin:0;padding:0}' +
    `#root{position:relative;overflow:hidden;isolation:isolate;width:${width}px;` +
    `height:${height}px;background:${safeColor(background)}}` +
    '.group{position:absolute;inset:0;isolation:isolate}' +
    '.side{position:absolute;inset:0;transform-origin:0 0;opacity:0;isolation:isolate}' +
    '.place{position:absolute;left:0;top:0;transform-origin:0 0}' +
    '.look,.cut{position:absolute;inset:0}' +
    // Overlays come after the image in the document, and have no z-index of their own.
    '.look{isolation:isolate}' +
    '.over{position:absolute;left:0;top:0;width:100%;height:100%}' +
    '.clip{position:absolute;visibility:hidden;border:0;object-fit:fill;overflow:visible}' +
    '.whole{inset:0;overflow:hidden}' +
    '.defs{position:absolute;width:0;height:0}' +
    '.text text{white-space:pre;text-rendering:geometricPrecision;' +
    'font-kerning:normal;font-synthesis:none;font-optical-sizing:none}'
  );
}
