import type { Document } from '../document/document.ts';
import type { LintContext } from './lint-entry.ts';
import { type ShownText, textBox } from './text-box.ts';

/** Measuring text costs: of a long project the first texts are looked at. */
const MOST = 2_000;

/** The texts on visible tracks, by start, with their boxes. */
export function shownTexts(document: Document, context: LintContext): ShownText[] {
  const visible = new Set(document.tracks.filter((track) => track.visible).map(({ id }) => id));
  return document.clips
    .filter((clip) => clip.type === 'text' && visible.has(clip.trackIndex))
    .sort((a, b) => a.start - b.start)
    .slice(0, MOST)
    .flatMap((clip) => {
      const { textStyle } = clip;
      return textStyle ? [{ clip, textStyle, box: textBox(clip, textStyle, context) }] : [];
    });
}
