import type { PageData } from '../page-data.ts';
import type { PageAppearance } from '../scene/appearance.ts';
import { clipGroups } from '../scene/clip-groups.ts';
import { createDefsKeeper } from './defs-keeper.ts';
import { clipElement, groupElement, type LayerElement } from './layer-elements.ts';

/** Writes an appearance into the page. Only what differs from what is there is touched. */
export function pageWriter(page: Document, data: PageData): (appearance: PageAppearance) => void {
  const defs = createDefsKeeper(page);
  const groups = clipGroups(data.document).map((_, index) => unlessAtRest(groupElement(page, index, defs)));
  const clips = data.document.clips.flatMap(({ id }, index) => {
    const element = clipElement(page, index, defs);
    return element ? [{ id, element: unlessAtRest(element) }] : [];
  });
  const players = [...page.querySelectorAll<HTMLAudioElement>('audio[data-clip]')];
  return (appearance) => {
    let filtersChanged = false;
    for (const [index, group] of groups.entries()) {
      if (group.define(appearance.groups.get(index) ?? null)) filtersChanged = true;
    }
    for (const { id, element } of clips) {
      if (element.define(appearance.clips.get(id) ?? null)) filtersChanged = true;
    }
    if (filtersChanged) defs.layOut();
    for (const [index, group] of groups.entries()) group.style(appearance.groups.get(index) ?? null);
    for (const { id, element } of clips) element.style(appearance.clips.get(id) ?? null);
    for (const audio of players) {
      const volume = appearance.sounds.get(audio.dataset.clip ?? '') ?? 1;
      // Players set volumes too: what counts is what is there, not what was written last.
      if (audio.volume !== volume) audio.volume = volume;
    }
  };
}

// Of most clips there is nothing to be seen at most times: what showed nothing and still does is left alone.
function unlessAtRest<A>(element: LayerElement<A>): LayerElement<A> {
  let rests = false;
  return {
    define: (appearance) => !(rests && appearance === null) && element.define(appearance),
    style(appearance) {
      if (!(rests && appearance === null)) element.style(appearance);
      rests = appearance === null;
    },
  };
}
