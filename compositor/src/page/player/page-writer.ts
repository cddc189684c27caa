import type { PageData } from '../page-data.ts';
import type { ClipAppearance, GroupAppearance, PageAppearance } from '../scene/appearance.ts';
import { clipGroups } from '../scene/clip-groups.ts';
import { createDefsKeeper, type DefsKeeper } from './defs-keeper.ts';
import { clipElement, groupElement, type LayerElement } from './layer-elements.ts';

/**
 * Record of the definitions and styles that were written to the elements of a page. If elements stay when the page is
 * laid out again, this record avoids writing unchanged styles again.
 */
export interface WrittenPage {
  readonly defs: DefsKeeper;
  readonly groups: Map<HTMLElement, LayerElement<GroupAppearance>>;
  readonly clips: Map<HTMLElement, LayerElement<ClipAppearance>>;
}

/** Returns the record of a page to which nothing was written yet. The page must already contain its root element. */
export function nothingWritten(page: Document): WrittenPage {
  return { defs: createDefsKeeper(page), groups: new Map(), clips: new Map() };
}

/**
 * Returns a function that writes an appearance into the page. Elements whose appearance is unchanged are not touched.
 */
export function pageWriter(page: Document, data: PageData, written: WrittenPage): (appearance: PageAppearance) => void {
  const { defs } = written;
  const groups = clipGroups(data.document).map((_, index) =>
    once(written.groups, page.getElementById(`g${index}`), () => groupElement(page, index, defs)),
  );
  const clips = data.document.clips.flatMap(({ id }, index) => {
    const element = once(written.clips, page.getElementById(`s${index}`), () => clipElement(page, index, defs));
    return element ? [{ id, element }] : [];
  });
  for (const elements of [written.groups, written.clips]) forgetGone(elements);
  const players = [...page.querySelectorAll<HTMLAudioElement>('audio[data-clip]')];
  return (appearance) => {
    let filtersChanged = false;
    for (const [index, group] of groups.entries()) {
      if (group?.define(appearance.groups.get(index) ?? null)) filtersChanged = true;
    }
    for (const { id, element } of clips) {
      if (element.define(appearance.clips.get(id) ?? null)) filtersChanged = true;
    }
    if (filtersChanged) defs.layOut();
    for (const [index, group] of groups.entries()) group?.style(appearance.groups.get(index) ?? null);
    for (const { id, element } of clips) element.style(appearance.clips.get(id) ?? null);
    for (const audio of players) {
      const volume = appearance.sounds.get(audio.dataset.clip ?? '') ?? 1;
      // Players set volumes too, so that the comparison is with the current value, not with the last written one.
      if (audio.volume !== volume) audio.volume = volume;
    }
  };
}

// Most clips are hidden most of the time: an element that was hidden and stays hidden is skipped.
function unlessAtRest<A>(element: LayerElement<A>): LayerElement<A> {
  let rests = false;
  return {
    define: (appearance) => !(rests && appearance === null) && element.define(appearance),
    style(appearance) {
      if (!(rests && appearance === null)) element.style(appearance);
      rests = appearance === null;
    },
    remove: () => element.remove(),
  };
}

function once<A>(
  known: Map<HTMLElement, LayerElement<A>>,
  element: HTMLElement | null,
  make: () => LayerElement<A> | null,
): LayerElement<A> | null {
  const found = element && known.get(element);
  if (!element || found) return found ?? null;
  const made = make();
  if (!made) return null;
  const kept = unlessAtRest(made);
  known.set(element, kept);
  return kept;
}

function forgetGone(elements: Map<HTMLElement, { remove(): void }>): void {
  for (const [element, layer] of elements) {
    if (element.isConnected) continue;
    layer.remove();
    elements.delete(element);
  }
}
