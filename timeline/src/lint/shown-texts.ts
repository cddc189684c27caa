import type { Document } from '../document/document.ts';
import type { LintContext } from './lint-entry.ts';
import { type ShownText, textBox } from './text-box.ts';

/** Maximum number of texts examined in a long project, because measuring is expensive. */
const MOST = 2_000;

// Cached, because several rules use them.
const known = new WeakMap<LintContext, ShownText[]>();

/** Returns the texts on visible tracks with their boxes, by start. Each context must belong to one document. */
export function shownTexts(document: Document, context: LintContext): readonly ShownText[] {
  const found = known.get(context) ?? textsOf(document, context);
  known.set(context, found);
  return found;
}

function textsOf(document: Document, context: LintContext): ShownText[] {
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
