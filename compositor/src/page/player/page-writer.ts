import type { PageData } from '../page-data.ts';
import type { PageAppearance } from '../scene/appearance.ts';
import { clipGroups } from '../scene/clip-groups.ts';
import { createDefsKeeper } from './defs-keeper.ts';
import { clipElement, groupElement } from './layer-elements.ts';

/** Writes an appearance into the page. Only what differs from what is there is touched. */
export function pageWriter(page: Document, data: PageData): (appearance: PageAppearance) => void {
  const defs = createDefsKeeper(page);
  const groups = clipGroups(data.document).map((_, index) => groupElement(page, index, defs));
  const clips = data.document.clips.flatMap(({ id }, index) => {
    const element = clipElement(page, index, defs);
    return element ? [{ id, element }] : [];
  });
  const sounds = [...page.querySelectorAll<HTMLAudioElement>('audio[data-clip]')];
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
    for (const sound of sounds) {
      const volume = appearance.sounds.get(sound.dataset.clip ?? '') ?? 1;
      // Players set volumes too: what counts is what is there, not what was written last.
      if (sound.volume !== volume) sound.volume = volume;
    }
  };
}
