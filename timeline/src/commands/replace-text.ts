import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { text } from '../document/scalars.ts';
import type { TextStyle } from '../document/text-style.ts';
import { withClips } from '../edit/change-clip.ts';
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
type Words = NonNullable<TextStyle['words']>;

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

/**
 * Assigns times to the words of `content`. Unchanged words at the beginning and at the end keep their times. The new
 * words between them divide the time of the words that they replace, in proportion to their lengths.
 */
function retimedWords(words: Words, content: string): Words {
  const texts = content.split(/\s+/).filter((word) => word !== '');
  const most = Math.min(words.length, texts.length);
  let head = 0;
  while (head < most && words[head]?.text === texts[head]) head += 1;
  let tail = 0;
  while (tail < most - head && words.at(-1 - tail)?.text === texts.at(-1 - tail)) tail += 1;
  const replaced = words.slice(head, words.length - tail);
  const added = texts.slice(head, texts.length - tail);
  const after = tail > 0 ? words.slice(-tail) : [];
  if (replaced.length === added.length) {
    const between = replaced.map((word, place) => ({ ...word, text: added[place] ?? word.text }));
    return [...words.slice(0, head), ...between, ...after];
  }
  const from = replaced[0]?.start ?? words[head - 1]?.end ?? 0;
  const to = Math.max(from, replaced.at(-1)?.end ?? after[0]?.start ?? from);
  const whole = added.reduce((sum, text) => sum + text.length, 0) || 1;
  let passed = 0;
  const between = added.map((text) => {
    const start = from + ((to - from) * passed) / whole;
    passed += text.length;
    return { text, start, end: from + ((to - from) * passed) / whole };
  });
  return [...words.slice(0, head), ...between, ...after];
}
