import type { Document } from '../document/document.ts';
import type { LintContext } from './lint-entry.ts';
import { type ShownText, textBox } from './text-box.ts';

/** Measuring text costs: of a long project the first texts are looked at. */
const MOST = 2_000;

// Several rules ask for them.
const known = new WeakMap<LintContext, ShownText[]>();

/** The texts on visible tracks, by start, with their boxes. A context is that of one document. */
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
