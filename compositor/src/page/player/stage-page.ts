import type { CompositionParts } from '../composition-page.ts';
import { type CompositionTimeline, openTimeline } from './create-timeline.ts';
import { nothingWritten } from './page-writer.ts';

/** The page of a stage, which shows one document after the other. */
export interface StagePage {
  /** Shows another document; its timeline is to be sought. Elements that both have stay as they are. */
  put(parts: CompositionParts): CompositionTimeline;
}

/**
 * Makes a page that is laid out anew with every step of a drag: only groups of clips whose HTML is another are made, so that nothing is
 * loaded twice, nothing flickers, and a drag among hundreds of clips costs one.
 */
export function createStagePage(page: Document): StagePage {
  const style = page.createElement('style');
  page.head.append(style);
  const root = page.createElement('div');
  root.id = 'root';
  page.body.append(root);
  const written = nothingWritten(page);
  /** The elements in the root, by their HTML, in order. Names in it make each another. */
  let shown = new Map<string, Element>();

  return {
    put({ style: css, root: attributes, groups, sounds, data }) {
      if (style.textContent !== css) style.textContent = css;
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
      // Backwards: those that stay are never moved, which would load their frames anew.
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
  if (!element) throw new Error('A part of the composition has no element.');
  return element;
}

/** An element in which videos, sounds and pictures that were there already stand in place of the new ones; a sound is one itself. */
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
