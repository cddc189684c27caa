import { setImmediate as nextTurn } from 'node:timers/promises';
import { animateText, type MediaFacts, rateOf, secondsOf, type TextLayout, totalFrames } from '@framemill/timeline';
import type { TextOutline } from '../masks/define-mask.ts';
import { maskTextStyle } from '../masks/text.ts';
import { createTextOutlines } from '../sprites/text-outline.ts';
import type { CompositionInput } from './composition-input.ts';
import { escapeText, scriptJson } from './escape.ts';
import { fontFaces } from './font-faces.ts';
import { timedMarkup } from './markup/timed-markup.ts';
import { outlineKey, type PageData, type PageSource } from './page-data.ts';
import { pageFonts } from './page-fonts.ts';
import { pageStyle } from './page-style.ts';

/** A project as a web page. */
export interface CompositionPage {
  /** A whole document, UTF-8. */
  readonly html: string;
  /** Different files that the page names, fonts aside. */
  readonly mediaCount: number;
}

/** What the page of a project is made of. */
export interface CompositionParts {
  /** What its timeline knows; of texts that never move their size alone. */
  readonly data: PageData;
  /** CSS of the whole page. */
  readonly style: string;
  /** Attributes of the element that holds all, without its id. */
  readonly root: Readonly<Record<string, string>>;
  /** HTML of one element for each group of clips that transitions join, bottom first. */
  readonly groups: readonly string[];
  /** HTML of one element for each sound. */
  readonly sounds: readonly string[];
}

/** Lays out a project. Clips whose media is unknown are left out. */
export async function compositionParts(input: CompositionInput): Promise<CompositionParts> {
  const whole = await pageData(input);
  const { document } = whole;
  const { width, height, fps, background } = document.settings;
  // Of whole frames, as the timeline and the export are: a renderer of the page would add one that shows nothing.
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
 * A project as one web page: every clip is an element with its time on it, and a paused timeline at
 * `window.__timelines.main` puts them all where the renderer would. Texts are laid out here, one element a line. Clips whose
 * media is unknown are left out. Needs /vendor/timeline.js and /vendor/fonts of this service.
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
    '<script>window.__timelines = window.__timelines || {}; window.__timelines.main = compositionTimeline();</script>\n' +
    '</body>\n</html>\n';
  return { html, mediaCount: used.size };
}

// Texts take a tenth of a millisecond each, and other requests wait meanwhile.
const clipsPerTurn = 50;

async function pageData({ document, media, engine: bundled, fonts = new Map() }: CompositionInput): Promise<PageData> {
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
      if (found && kind)
        sources[src] = {
          ...sourceOf(found.facts, kind, found.url),
          ...(found.pictureUrl === undefined ? {} : { pictureUrl: found.pictureUrl }),
        };
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

// Of texts that never move the page holds the letters already: their size is all that the timeline asks for.
function withoutResting(data: PageData): PageData {
  const texts = { ...data.texts };
  for (const { id, textStyle } of data.document.clips) {
    const layout = texts[id];
    if (layout && textStyle && !animateText(textStyle, layout)) texts[id] = { ...layout, lines: [] };
  }
  return { ...data, texts };
}

function shownKind({ kind }: MediaFacts): PageSource['kind'] | null {
  return kind === 'video' || kind === 'image' || kind === 'audio' ? kind : null;
}

function sourceOf(facts: MediaFacts, fileKind: PageSource['kind'], url: string): PageSource {
  const { width, height, hasAlpha = fileKind === 'image', durationSec, hasAudio } = facts;
  // Browsers play GIF, APNG and animated WebP as pictures only.
  const kind = facts.mimeType.startsWith('image/') ? 'image' : fileKind;
  return { kind, url, width: width ?? 0, height: height ?? 0, hasAlpha, durationSec, hasAudio };
}
