import type { CompositionParts } from '../composition-page.ts';
import { type CompositionTimeline, openTimeline } from './create-timeline.ts';
import { nothingWritten } from './page-writer.ts';

/** Page of an editor's preview, on which successive states of a document are shown. */
export interface StagePage {
  /**
   * Shows another document and returns its timeline; the caller must then call `seek` on it. Elements that both
   * documents share are not changed.
   */
  put(parts: CompositionParts): CompositionTimeline;
}

/** Style of a page on which only html clips are visible. Inline styles set the opacity of all clips. */
const HTML_ONLY =
  '.html-only,.html-only #root{background:transparent!important}' +
  '.html-only .side:not(:has(iframe)){opacity:0!important}';

/**
 * Creates the page of an editor's preview, which is laid out again with every step of a drag. Only groups of clips
 * whose HTML has changed are recreated. Media is therefore not loaded again, nothing flickers, and the cost of dragging
 * a clip does not depend on the number of other groups.
 */
export function createStagePage(page: Document): StagePage {
  const style = page.createElement('style');
  page.head.append(style);
  const root = page.createElement('div');
  root.id = 'root';
  page.body.append(root);
  const written = nothingWritten(page);
  /** Elements in the root by their HTML, in order. No two have the same HTML, because it contains ids. */
  let shown = new Map<string, Element>();

  return {
    put({ style: css, root: attributes, groups, sounds, data }) {
      const whole = css + HTML_ONLY;
      if (style.textContent !== whole) style.textContent = whole;
      for (const [name, value] of Object.entries(attributes)) {
        if (root.getAttribute(name) !== value) root.setAttribute(name, value);
      }
      const wanted = new Set([...groups, ...sounds]);
      const gone = new Set([...shown].flatMap(([html, element]) => (wanted.has(html) ? [] : [element])));
      const loaded = new Map([...gone].flatMap(mediaIn).map((element) => [element.id, element]));
      const next = new Map<string, Element>();
      for (const html of wanted) next.set(html, shown.get(html) ?? withMedia(elementOf(page, html), loaded));
      for (const element of next.values()) gone.delete(element);
      for (const element of gone) element.remove();
      let after: Element | null = null;
      // Inserts from the back, so that elements that stay are never moved: a move would reload their frames.
      for (const element of [...next.values()].reverse()) {
        if (element.parentNode !== root || element.nextSibling !== after) root.insertBefore(element, after);
        after = element;
      }
      shown = next;
      return openTimeline(page, data, written);
    },
  };
}

function elementOf(page: Document, html: string): Element {
  const template = page.createElement('template');
  template.innerHTML = html;
  const element = template.content.firstElementChild;
  if (!element) throw new Error('The HTML of a group has no element.');
  return element;
}

/**
 * Replaces the videos, audio elements and images inside `element` with already loaded ones of the same id and source.
 * If `element` itself is such an audio element, returns the loaded one.
 */
function withMedia(element: Element, loaded: ReadonlyMap<string, Element>): Element {
  for (const fresh of mediaIn(element)) {
    const kept = loaded.get(fresh.id);
    if (!kept || kept.tagName !== fresh.tagName || kept.getAttribute('src') !== fresh.getAttribute('src')) continue;
    for (const { name } of [...kept.attributes]) if (!fresh.hasAttribute(name)) kept.removeAttribute(name);
    for (const { name, value } of fresh.attributes) {
      if (kept.getAttribute(name) !== value) kept.setAttribute(name, value);
    }
    if (fresh === element) return kept;
    fresh.replaceWith(kept);
  }
  return element;
}

function mediaIn(element: Element): Element[] {
  return element instanceof HTMLAudioElement ? [element] : [...element.querySelectorAll('video, audio, img')];
}
