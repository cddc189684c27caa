import type { PageData } from '../page-data.ts';
import { type CompositionTimeline, createTimeline } from './create-timeline.ts';

/**
 * Puts a composition into the stage's own page and returns its timeline. Videos, sounds and pictures that were there already
 * stay as they are, so that nothing is loaded twice and nothing flickers.
 */
export function putPage(page: Document, html: string): CompositionTimeline {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const root = next.getElementById('root');
  const data = next.getElementById('composition')?.textContent;
  if (!root || !data) throw new Error('The composition has no root.');
  styleOf(page).textContent = next.querySelector('style')?.textContent ?? '';
  const fresh = page.importNode(root, true);
  const old = page.getElementById('root');
  if (old) keepMedia(old, fresh);
  if (old) old.replaceWith(fresh);
  else page.body.append(fresh);
  const parsed: PageData = JSON.parse(data);
  return createTimeline(page, parsed);
}

function styleOf(page: Document): HTMLStyleElement {
  const found = page.querySelector<HTMLStyleElement>('style#composition-style');
  if (found) return found;
  const style = page.createElement('style');
  style.id = 'composition-style';
  page.head.append(style);
  return style;
}

function keepMedia(old: HTMLElement, fresh: HTMLElement): void {
  const loaded = new Map<string, Element>();
  for (const element of old.querySelectorAll('video, audio, img')) loaded.set(element.id, element);
  for (const element of fresh.querySelectorAll('video, audio, img')) {
    const kept = loaded.get(element.id);
    if (!kept || kept.tagName !== element.tagName || kept.getAttribute('src') !== element.getAttribute('src')) continue;
    for (const { name } of [...kept.attributes]) if (!element.hasAttribute(name)) kept.removeAttribute(name);
    for (const { name, value } of element.attributes) {
      if (kept.getAttribute(name) !== value) kept.setAttribute(name, value);
    }
    element.replaceWith(kept);
  }
}
