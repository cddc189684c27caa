import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Settings } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, id, numberIn, seconds, text } from '../document/scalars.ts';
import { shortened } from '../document/storable-text.ts';
import { type TextStyle, TextStyleSchema } from '../document/text-style.ts';
import { trackId } from '../document/track.ts';
import { fontNotes, withFixes } from '../edit/fixes.ts';
import { insertTogether } from '../edit/insert-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { TrackIndexParam } from './params.ts';

const { content: _, words: __, spans: ___, captionStyle, ...styleFields } = TextStyleSchema.properties;

/**
 * Maximum number of words in one command: more than an hour of fast speech. A request has at most 1 MB, and a word
 * takes some 60 bytes.
 */
const MOST_WORDS = 15_000;

// Further fields are allowed: transcriptions add, for example, `confidence` and `speaker`. They are left out of the
// captions.
const WordSchema = Type.Object({
  text: text(LIMITS.nameLength, 'The word.'),
  start: seconds('When it is spoken, on the timeline.'),
  end: seconds('When it ends.'),
});

export const addCaptions = defineCommand({
  op: 'addCaptions',
  description:
    'Lays spoken words out as captions, low on the canvas. A caption ends when it is full, after a sentence and ' +
    'before a pause. The times of the words are kept, for styles that follow the speech.',
  keywords: { subtitles: {}, captions: {}, 'closed captions': {}, 'auto captions': {}, 'transcript on screen': {} },
  params: {
    words: Type.Array(WordSchema, {
      minItems: 1,
      maxItems: MOST_WORDS,
      description:
        'Words with their times, as a transcription gives them; further fields of a word are not kept. Longer ' +
        'speech goes into several commands.',
    }),
    style: Type.Optional(Type.Object(styleFields, { ...CLOSED, description: 'How they look.' })),
    captionStyle,
    maxWords: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 50, description: 'Most words of a caption; 8 when absent.' }),
    ),
    maxChars: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 500,
        description: 'Most characters of a caption; 42 when absent, 26 where the canvas is higher than wide.',
      }),
    ),
    maxPause: Type.Optional(numberIn(0, 10, 'A longer pause starts a new caption; 0.6 when absent. Seconds.')),
    trackIndex: TrackIndexParam,
  },
  returns: {
    clipIds: Type.Array(id('A caption.'), { description: 'The captions in order.' }),
    trackIndex: trackId('Id of the track that they lie on.'),
  },
  examples: [
    {
      title: 'Two sentences, the spoken word in colour',
      params: {
        words: [
          { text: 'Welcome', start: 5, end: 5.4 },
          { text: 'back.', start: 5.4, end: 5.8 },
          { text: 'Let', start: 6.1, end: 6.3 },
          { text: 'us', start: 6.3, end: 6.4 },
          { text: 'begin', start: 6.4, end: 7 },
        ],
        captionStyle: 'color',
        style: { activeColor: '#ffd166' },
      },
      gives: { clipIds: ['clip-new-1', 'clip-new-2'], trackIndex: 2 },
    },
    {
      title: 'One word at a time, large',
      params: {
        words: [
          { text: 'Ready', start: 6, end: 6.4 },
          { text: 'steady', start: 6.5, end: 7 },
          { text: 'go', start: 7.2, end: 7.6 },
        ],
        maxWords: 1,
        style: { fontSize: 160 },
      },
      gives: { clipIds: ['clip-new-1', 'clip-new-2', 'clip-new-3'] },
    },
  ],
  run: (document, params, context) => {
    const backward = params.words.find((word) => word.end < word.start);
    if (backward) {
      throw refuse(`Word "${backward.text}" ends at ${backward.end}, before its start ${backward.start}. Correct it.`);
    }
    const { width, height } = document.settings;
    const captions = groupWords(params.words, {
      maxWords: params.maxWords ?? 8,
      maxChars: params.maxChars ?? (width < height ? 26 : 42),
      maxPauseSec: params.maxPause ?? 0.6,
    });
    if (captions.length === 0) throw refuse(`words has no text (got ${params.words.length} empty words). Add text.`);
    const look = captionLook(document.settings);
    const style = { ...look.style, ...params.style, ...(params.captionStyle && { captionStyle: params.captionStyle }) };
    const wanted = captions.map((caption) => ({
      type: 'text' as const,
      name: shortened(joinedWords(caption.words), 40),
      start: caption.start,
      duration: caption.end - caption.start,
      y: look.y,
      isCaption: true,
      textStyle: { ...style, content: joinedWords(caption.words), words: relative(caption) },
    }));
    const added = insertTogether(document, wanted, 'text', params.trackIndex, () => context.newId('clip'));
    const notes = [...added.fixes, ...fontNotes(context.catalogue, params.style?.fontFamily)];
    return {
      document: added.document,
      data: withFixes({ clipIds: added.clipIds, trackIndex: added.trackIndex }, notes),
    };
  },
});

/** Returns the words of a caption with times relative to the start of their clip. */
function relative({ words, start }: Caption): Caption['words'] {
  return words.map((word) => ({ text: word.text, start: word.start - start, end: word.end - start }));
}

/** Returns the default style and position of captions: white with an outline, low on the canvas. */
export function captionLook({ width, height }: Settings): { y: number; style: Omit<TextStyle, 'content'> } {
  const fontSize = Math.max(12, Math.round(Math.min(width, height) * 0.055));
  return {
    // A block of two lines around this position stays within the title-safe 90 %.
    y: Math.round(height * 0.36),
    style: {
      fontSize,
      fontWeight: 700,
      color: '#ffffff',
      strokeColor: '#000000',
      strokeWidth: Math.max(1, Math.round(fontSize * 0.07)),
      width: Math.round(width * 0.86),
      align: 'center',
    },
  };
}

/** A word and the time at which it is spoken, in seconds. */
interface TimedWord {
  text: string;
  start: number;
  end: number;
}

/** Limits at which a new caption begins. */
interface CaptionLimits {
  maxWords: number;
  maxChars: number;
  /**
   * Longest pause inside a caption, in seconds. A longer pause starts a new caption. A shorter pause between two
   * captions is filled: the first one stays visible.
   */
  maxPauseSec: number;
}

/** Caption: its words, and the time for which it is visible, in seconds. */
interface Caption {
  words: TimedWord[];
  start: number;
  end: number;
}

/** Minimum duration of a caption, in seconds. A shorter one cannot be read, and has no frame at a low frame rate. */
const SHORTEST_SEC = 0.1;

const SENTENCE_END = /[.!?…。！？][)"'”’»\]]*$/u;

const SHORT_FORMS = 'mr|mrs|ms|mx|dr|prof|st|sr|jr|rev|capt|lt|sgt|gov|vs|approx|nr|inc|ltd|corp|dept|blvd';
/** Matches words whose full stop does not end a sentence: p.m., U.S., initials, titles and other abbreviations. */
const ABBREVIATION = new RegExp(String.raw`^[("'“‘«[]*(?:(?:\p{L}\.){2,}|\p{Lu}\.|(?:${SHORT_FORMS})\.)$`, 'iu');

/** Matches characters of scripts without spaces between words, including their full-width punctuation. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\uff01-\uff65]/u;

/** Joins words to a text: with spaces, but without spaces inside Chinese, Japanese or Thai. */
function joinedWords(words: readonly TimedWord[]): string {
  let text = '';
  for (const { text: word } of words) {
    const unspaced =
      UNSPACED.test(Array.from(text.slice(-2)).at(-1) ?? '') && UNSPACED.test(Array.from(word.slice(0, 2))[0] ?? '');
    text += text === '' || unspaced ? word : ` ${word}`;
  }
  return text;
}

/**
 * Groups words into captions, in order of time. A caption ends when it is full, after a sentence, or before a pause. It
 * stays visible until the next one if the pause between them is short. Captions never overlap.
 */
function groupWords(words: readonly TimedWord[], limits: CaptionLimits): Caption[] {
  const groups: TimedWord[][] = [];
  for (const word of tidied(words)) {
    const group = groups.at(-1);
    if (group && fits(group, word, limits)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group, place) => captionOf(group, groups[place + 1], limits));
}

/** Returns the words in order of their start, without empty ones. Each ends no later than the next one starts. */
function tidied(words: readonly TimedWord[]): TimedWord[] {
  const sorted = words
    .map((word) => ({ ...word, text: word.text.trim() }))
    .filter((word) => word.text !== '')
    .sort((a, b) => a.start - b.start);
  return sorted.map((word, place) => {
    const nextStart = sorted[place + 1]?.start ?? Number.POSITIVE_INFINITY;
    return { ...word, end: Math.max(word.start, Math.min(word.end, nextStart)) };
  });
}

function fits(group: readonly TimedWord[], word: TimedWord, limits: CaptionLimits): boolean {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return true;
  // The time is too short for a caption of its own, whatever the limits are.
  if (word.start - first.start < SHORTEST_SEC) return true;
  if (group.length >= limits.maxWords) return false;
  if (word.start - last.end > limits.maxPauseSec || endsSentence(last.text)) return false;
  return joinedWords([...group, word]).length <= limits.maxChars;
}

function endsSentence(word: string): boolean {
  return SENTENCE_END.test(word) && !ABBREVIATION.test(word);
}

function captionOf(words: TimedWord[], next: TimedWord[] | undefined, limits: CaptionLimits): Caption {
  const start = words[0]?.start ?? 0;
  const spokenUntil = Math.max(words.at(-1)?.end ?? start, start + SHORTEST_SEC);
  const nextStart = next?.[0]?.start ?? Number.POSITIVE_INFINITY;
  const end = nextStart - spokenUntil <= limits.maxPauseSec ? nextStart : spokenUntil;
  return { words, start, end: Math.min(end, nextStart) };
}
