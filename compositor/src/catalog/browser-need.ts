import type { Clip, Document } from '@framemill/timeline';

/** Returns the first visible clip that only a browser can draw (an html clip); null when there is none. */
export function clipThatNeedsBrowser(document: Document): Clip | null {
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  return document.clips.find((clip) => clip.type === 'html' && visible.has(clip.trackIndex)) ?? null;
}
