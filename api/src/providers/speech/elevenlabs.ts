import { Type } from '@framemill/timeline/typebox';
import { base64File } from '../base64-file.ts';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { SpeechAdapter, TimedWord } from './speech-adapter.ts';

const Alignment = Type.Object({
  characters: Type.Array(Type.String()),
  character_start_times_seconds: Type.Array(Type.Number()),
  character_end_times_seconds: Type.Array(Type.Number()),
});
const readAnswer = answerReader(
  Type.Object({
    audio_base64: Type.String({ minLength: 1 }),
    alignment: Type.Optional(Type.Union([Alignment, Type.Null()])),
  }),
);

const MAX_BYTES = 48 * 1_048_576;

/**
 * Speech adapter of ElevenLabs, by `POST /v1/text-to-speech/{voice}/with-timestamps`:
 * https://elevenlabs.io/docs/api-reference. Its answer has the time of each character.
 */
export const elevenlabs: SpeechAdapter = {
  name: 'elevenlabs',
  title: 'ElevenLabs',
  variables: {
    ELEVENLABS_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of ElevenLabs' },
    ELEVENLABS_BASE_URL: { type: 'url', fallback: 'https://api.elevenlabs.io', meaning: "Address of ElevenLabs' API" },
    ELEVENLABS_MODEL: { type: 'text', fallback: 'eleven_multilingual_v2', meaning: 'Model that speaks' },
    ELEVENLABS_VOICE: {
      type: 'text',
      fallback: '21m00Tcm4TlvDq8ikWAM',
      meaning: 'Id of the voice when a call names none',
    },
  },
  async call({ text, voice, language, format }, { settings, http, signal }) {
    if (format === 'wav') throw new ProviderError('unsupported', 'supports only MP3');
    const answer = await http.send({
      url: `${settings.ELEVENLABS_BASE_URL}/v1/text-to-speech/${encodeURIComponent(voice ?? settings.ELEVENLABS_VOICE ?? '')}/with-timestamps?output_format=mp3_44100_128`,
      headers: { 'xi-api-key': settings.ELEVENLABS_API_KEY ?? '' },
      body: {
        text,
        model_id: settings.ELEVENLABS_MODEL,
        ...(language === null ? {} : { language_code: language.split('-')[0] }),
      },
      maxBytes: MAX_BYTES,
      signal,
    });
    const { audio_base64, alignment } = readAnswer(answer.json());
    return { file: base64File(audio_base64), words: alignment ? wordsOf(alignment) : null };
  },
};

/** Builds timed words from characters with times. Words are separated by whitespace. Times are in seconds. */
function wordsOf(alignment: {
  characters: string[];
  character_start_times_seconds: number[];
  character_end_times_seconds: number[];
}): TimedWord[] {
  const words: TimedWord[] = [];
  let word: TimedWord | null = null;
  for (const [index, character] of alignment.characters.entries()) {
    const start = alignment.character_start_times_seconds[index];
    const end = alignment.character_end_times_seconds[index];
    if (start === undefined || end === undefined)
      throw new ProviderError('malformed', 'returned times for too few characters');
    if (/^\s*$/.test(character)) {
      word = null;
    } else if (word === null) {
      word = { text: character, start, end };
      words.push(word);
    } else {
      word.text += character;
      word.end = end;
    }
  }
  return words;
}
