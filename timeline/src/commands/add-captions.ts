import { Type } from '#typebox';
import { captionLook } from '../captions/caption-look.ts';
import { type Caption, groupWords, joinedWords } from '../captions/group-words.ts';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, id, numberIn, seconds, text } from '../document/scalars.ts';
import { TextStyleSchema } from '../document/text-style.ts';
import { trackId } from '../document/track.ts';
import { fontNotes } from '../edit/font-notes.ts';
import { insertTogether } from '../edit/insert-together.ts';
import { shortened } from '../edit/shortened.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { TrackIndexParam } from './params.ts';

const { content: _, words: __, spans: ___, captionStyle, ...styleFields } = TextStyleSchema.properties;

/**
 * Maximum number of words in one command, some 60 bytes each in a request of 1 MB: more than an hour of fast speech.
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
    'Lays spoken words out as captions, low on the canvas. A caption ends when it is full, after a sentence and before a pause. The times of the words are kept, for styles that follow the speech.',
  keywords: { subtitles: {}, captions: {}, 'closed captions': {}, 'auto captions': {}, 'transcript on screen': {} },
  params: {
    words: Type.Array(WordSchema, {
      minItems: 1,
      maxItems: MOST_WORDS,
      description:
        'Words with their times, as a transcription gives them; further fields of a word are not kept. Longer speech goes into several commands.',
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
