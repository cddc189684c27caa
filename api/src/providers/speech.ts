import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Type } from '@framemill/timeline/typebox';
import { type CallAdapter, type GeneratedFile, openaiVariables } from './adapter.ts';
import { ProviderError } from './provider-error.ts';
import { answerReader, base64File } from './provider-http.ts';

/** Request for speech generated from a text. */
export interface SpeechRequest {
  text: string;
  /** Name of one of the provider's voices; `null` for its default voice. */
  voice: string | null;
  /** BCP 47 language tag, such as `en` or `pt-BR`. `null`: the provider detects the language. */
  language: string | null;
  /** Format of the audio file. `null`: the provider's default. */
  format: 'mp3' | 'wav' | null;
}

/** Word with the time at which it is spoken, in seconds from the start of the file. */
export interface TimedWord {
  text: string;
  start: number;
  end: number;
}

/** Generated audio file, and the times of its words. `words` is `null` when the provider does not return times. */
export interface SpeechResult {
  file: GeneratedFile;
  words: TimedWord[] | null;
}

/** Provider that generates speech. */
type SpeechAdapter = CallAdapter<SpeechRequest, SpeechResult>;

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

const ELEVENLABS_MAX_BYTES = 48 * 1_048_576;

/**
 * Speech adapter for ElevenLabs' `POST /v1/text-to-speech/{voice}/with-timestamps`:
 * https://elevenlabs.io/docs/api-reference. The response has the time of each character.
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
    const speaker = encodeURIComponent(voice ?? settings.ELEVENLABS_VOICE ?? '');
    const path = `v1/text-to-speech/${speaker}/with-timestamps?output_format=mp3_44100_128`;
    const answer = await http.send({
      url: `${settings.ELEVENLABS_BASE_URL}/${path}`,
      headers: { 'xi-api-key': settings.ELEVENLABS_API_KEY ?? '' },
      body: {
        text,
        model_id: settings.ELEVENLABS_MODEL,
        ...(language === null ? {} : { language_code: language.split('-')[0] }),
      },
      maxBytes: ELEVENLABS_MAX_BYTES,
      signal,
    });
    const { audio_base64, alignment } = readAnswer(answer.json());
    return { file: base64File(audio_base64), words: alignment ? wordsOf(alignment) : null };
  },
};

/** Combines characters with times into words with times. Words are separated by whitespace. Times are in seconds. */
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
      throw new ProviderError('malformed', 'returned no time for some characters');
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

const OPENAI_MAX_BYTES = 32 * 1_048_576;
/** Maximum length of the text in one call, in characters. */
const MAX_CHARACTERS = 4_096;

/** Speech adapter for OpenAI's `POST /audio/speech`: https://platform.openai.com/docs/api-reference/audio */
export const openaiSpeech: SpeechAdapter = {
  name: 'openai-speech',
  title: 'OpenAI speech',
  variables: {
    ...openaiVariables,
    // OpenAI ends this model on 2027-01-06 and names no successor at this address. Other servers with this API are not
    // affected.
    OPENAI_SPEECH_MODEL: { type: 'text', fallback: 'gpt-4o-mini-tts', meaning: 'Model that speaks' },
    OPENAI_SPEECH_VOICE: { type: 'text', fallback: 'alloy', meaning: 'Voice when a call names none' },
  },
  async call({ text, voice, format }, { settings, http, signal }) {
    if (text.length > MAX_CHARACTERS)
      throw new ProviderError('unsupported', `accepts at most ${MAX_CHARACTERS} characters`);
    const answer = await http.send({
      url: `${settings.OPENAI_BASE_URL}/audio/speech`,
      headers: { authorization: `Bearer ${settings.OPENAI_API_KEY}` },
      body: {
        model: settings.OPENAI_SPEECH_MODEL,
        input: text,
        voice: voice ?? settings.OPENAI_SPEECH_VOICE,
        response_format: format ?? 'mp3',
      },
      maxBytes: OPENAI_MAX_BYTES,
      signal,
    });
    if (!answer.contentType.startsWith('audio/') && answer.contentType !== 'application/octet-stream') {
      throw new ProviderError('malformed', 'answered with something that is not audio');
    }
    return { file: { data: answer.body }, words: null };
  },
};

const run = promisify(execFile);

const ESPEAK_MAX_BYTES = 64 * 1_048_576;

/**
 * Speech adapter that runs the local program `espeak-ng`, without network access. Its output is WAV, mono, 22,050 Hz.
 */
const espeak: SpeechAdapter = {
  name: 'espeak',
  title: 'espeak-ng on this machine',
  variables: {
    ESPEAK_PATH: { type: 'text', fallback: 'espeak-ng', meaning: 'Program that speaks without a network' },
    ESPEAK_VOICE: { type: 'text', fallback: 'en', meaning: 'Voice when a call names neither voice nor language' },
  },
  needs: 'install espeak-ng',
  isReady: ({ ESPEAK_PATH = '' }) =>
    run(ESPEAK_PATH, ['--version'], { timeout: 5_000 }).then(
      () => true,
      () => false,
    ),
  async call({ text, voice, language, format }, { settings, signal }) {
    if (format === 'mp3') throw new ProviderError('unsupported', 'supports only WAV');
    const chosen = voice ?? language ?? settings.ESPEAK_VOICE ?? '';
    // The voice is an argument of the program: a name with a leading dash would be read as an option.
    if (!/^[A-Za-z0-9][A-Za-z0-9+_-]{0,60}$/.test(chosen)) throw new ProviderError('unsupported', 'has no such voice');
    try {
      const speaking = run(settings.ESPEAK_PATH ?? '', ['-v', chosen, '--stdin', '--stdout'], {
        ...{ signal, encoding: 'buffer' as const, maxBuffer: ESPEAK_MAX_BYTES, env: { PATH: process.env.PATH ?? '' } },
      });
      speaking.child.stdin?.on('error', () => undefined);
      speaking.child.stdin?.end(text);
      const { stdout } = await speaking;
      if (stdout.length < 100) throw new ProviderError('unsupported', 'has no such voice');
      return { file: { data: withSizes(stdout) }, words: null };
    } catch (cause) {
      if (cause instanceof ProviderError) throw cause;
      if (signal.aborted) throw new ProviderError('timeout', 'did not respond in time', { cause });
      throw new ProviderError('unsupported', 'could not speak the text: the voice or the language is not installed', {
        cause,
      });
    }
  },
};

/**
 * Fills in the two size fields in the header of a WAV file. A WAV file that was written to a pipe has no valid sizes.
 */
function withSizes(wav: Buffer): Buffer {
  const data = wav.indexOf('data', 12, 'latin1');
  if (data < 0) throw new ProviderError('malformed', 'created no WAV file');
  const fixed = Buffer.from(wav);
  fixed.writeUInt32LE(fixed.length - 8, 4);
  fixed.writeUInt32LE(fixed.length - data - 8, data + 4);
  return fixed;
}

/** Speech generators in the order in which they are called. */
export const speechAdapters: readonly SpeechAdapter[] = [openaiSpeech, elevenlabs, espeak];
