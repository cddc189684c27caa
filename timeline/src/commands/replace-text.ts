import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { text } from '../document/scalars.ts';
import type { TextStyle } from '../document/text-style.ts';
import { withClips } from '../edit/change-clip.ts';
import { retimedWords } from '../edit/edited-text.ts';
import { unlockedClips } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';

export const replaceText = defineCommand({
  op: 'replaceText',
  description:
    'Replaces words in all texts of the project, wherever they stand exactly as given. Captions keep the times ' +
    'of their words; texts on locked tracks stay.',
  keywords: { 'find and replace': {}, spelling: {} },
  params: {
    find: Type.String({ minLength: 1, maxLength: LIMITS.textLength, description: 'What to look for, case and all.' }),
    replace: text(LIMITS.textLength, 'What to put there; empty takes it away.'),
    captionsOnly: Type.Optional(Type.Boolean({ description: 'True: only in captions.' })),
  },
  returns: { replaced: Type.Integer({ description: 'How many places were changed.' }) },
  examples: [
    { title: 'A misspelt name', params: { find: 'Hello', replace: 'Hullo' }, gives: { replaced: 1 } },
    {
      title: 'In captions only',
      given: [{ op: 'addCaptions', words: [{ text: 'Framemil', start: 0, end: 1 }] }],
      params: { find: 'Framemil', replace: 'Framemill', captionsOnly: true },
      gives: { replaced: 1 },
    },
  ],
  run: (document, params) => {
    const found = document.clips.filter(
      (clip) => clip.textStyle?.content.includes(params.find) && (clip.isCaption || !params.captionsOnly),
    );
    const { clips, fixes } = unlockedClips(document, found);
    let replaced = 0;
    const changed = clips.map((clip) => {
      if (!clip.textStyle) return clip;
      const { style, count } = replaceInText(clip.textStyle, params.find, params.replace);
      replaced += count;
      return { ...clip, textStyle: style };
    });
    return { document: withClips(document, changed), data: withFixes({ replaced }, fixes) };
  },
});

type Spans = NonNullable<TextStyle['spans']>;

/**
 * Replaces every exact occurrence of `find` in a text. Spans still cover the same words, and unchanged words of a
 * caption keep their times. If there is no occurrence, `count` is 0 and `style` is the same object.
 */
export function replaceInText(style: TextStyle, find: string, replace: string): { style: TextStyle; count: number } {
  const places = placesOf(style.content, find);
  if (places.length === 0) return { style, count: 0 };
  const next: TextStyle = { ...style, content: style.content.replaceAll(find, () => replace) };
  if (style.spans) next.spans = movedSpans(style.spans, places, find.length, replace.length);
  if (style.words) next.words = retimedWords(style.words, next.content);
  return { style: next, count: places.length };
}

function placesOf(content: string, find: string): number[] {
  const places: number[] = [];
  for (let at = content.indexOf(find); at >= 0; at = content.indexOf(find, at + find.length)) places.push(at);
  return places;
}

function movedSpans(spans: Spans, places: readonly number[], oldLength: number, newLength: number): Spans {
  const moved = (offset: number, atEnd: boolean) => {
    let shift = 0;
    for (const place of places) {
      if (offset <= place) break;
      if (offset < place + oldLength) return place + shift + (atEnd ? newLength : 0);
      shift += newLength - oldLength;
    }
    return offset + shift;
  };
  return spans
    .map((span) => ({ ...span, start: moved(span.start, false), end: moved(span.end, true) }))
    .filter((span) => span.end > span.start);
}
