import { Type } from '@framemill/timeline/typebox';
import { FormData } from 'undici';
import { type CallAdapter, openaiVariables } from './adapter.ts';
import { ProviderError } from './provider-error.ts';
import { answerReader } from './provider-http.ts';
import type { TimedWord } from './speech.ts';

/** Request to transcribe speech. */
export interface TranscriptionRequest {
  /** Content of a media file with speech, at most 25 MB. */
  file: Buffer;
  /** File name with its extension, from which some providers derive the format. */
  fileName: string;
  mimeType: string;
  /** BCP 47 language tag. `null`: the provider detects the language. */
  language: string | null;
}

/** Transcript of the speech. `words` are in order and do not overlap; their times are in seconds. */
export interface TranscriptionResult {
  words: TimedWord[];
  text: string;
  /** BCP 47 language tag. `null`: the provider returns none. */
  language: string | null;
}

/** Provider that transcribes speech. */
type TranscriptionAdapter = CallAdapter<TranscriptionRequest, TranscriptionResult>;

const Word = Type.Object({
  word: Type.String(),
  punctuated_word: Type.Optional(Type.String()),
  start: Type.Number(),
  end: Type.Number(),
});
const Channel = Type.Object({
  detected_language: Type.Optional(Type.String()),
  alternatives: Type.Array(Type.Object({ transcript: Type.String(), words: Type.Array(Word) }), { minItems: 1 }),
});
const readDeepgram = answerReader(
  Type.Object({ results: Type.Object({ channels: Type.Array(Channel, { minItems: 1 }) }) }),
);

/**
 * Transcription adapter for Deepgram's `POST /v1/listen`: https://developers.deepgram.com/reference/speech-to-text-api
 */
export const deepgram: TranscriptionAdapter = {
  name: 'deepgram',
  title: 'Deepgram',
  variables: {
    DEEPGRAM_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of Deepgram' },
    DEEPGRAM_BASE_URL: { type: 'url', fallback: 'https://api.deepgram.com', meaning: "Address of Deepgram's API" },
    DEEPGRAM_MODEL: { type: 'text', fallback: 'nova-3', meaning: 'Model that writes speech down' },
  },
  async call({ file, mimeType, language }, { settings, http, signal }) {
    const query = new URLSearchParams({ model: settings.DEEPGRAM_MODEL ?? '', smart_format: 'true' });
    if (language === null) query.set('detect_language', 'true');
    else query.set('language', language);
    const answer = await http.send({
      url: `${settings.DEEPGRAM_BASE_URL}/v1/listen?${query}`,
      headers: { authorization: `Token ${settings.DEEPGRAM_API_KEY}`, 'content-type': mimeType },
      body: file,
      signal,
    });
    const channel = readDeepgram(answer.json()).results.channels[0];
    const best = channel?.alternatives[0];
    if (!best) throw new ProviderError('malformed', 'answered without a transcript');
    return {
      text: best.transcript,
      language: channel.detected_language ?? language,
      words: best.words.map(({ word, punctuated_word, start, end }) => ({ text: punctuated_word ?? word, start, end })),
    };
  },
};

const readOpenaiTranscription = answerReader(
  Type.Object({
    text: Type.String(),
    language: Type.Optional(Type.String()),
    words: Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() })),
  }),
);

/**
 * BCP 47 codes of the languages for which the API returns an English name.
 * For other languages, the result has the requested language, or `null` when none was requested.
 */
const codes: Record<string, string> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  polish: 'pl',
  russian: 'ru',
  japanese: 'ja',
  chinese: 'zh',
  korean: 'ko',
  arabic: 'ar',
  hindi: 'hi',
  turkish: 'tr',
  swedish: 'sv',
};

/**
 * Transcription adapter for OpenAI's `POST /audio/transcriptions`:
 * https://platform.openai.com/docs/api-reference/audio. The times of words come from the response format
 * `verbose_json`.
 */
export const openaiTranscription: TranscriptionAdapter = {
  name: 'openai-transcription',
  title: 'OpenAI transcription',
  variables: {
    ...openaiVariables,
    // OpenAI ends this model on 2027-02-26, and its successors return no word times. Other servers with this API are
    // not affected.
    OPENAI_TRANSCRIPTION_MODEL: {
      type: 'text',
      fallback: 'whisper-1',
      meaning: 'Model that writes speech down; it must tell the times of words',
    },
  },
  async call({ file, fileName, mimeType, language }, { settings, http, signal }) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(file)], { type: mimeType }), fileName);
    form.set('model', settings.OPENAI_TRANSCRIPTION_MODEL ?? '');
    form.set('response_format', 'verbose_json');
    form.set('timestamp_granularities[]', 'word');
    if (language !== null) form.set('language', language.split('-')[0] ?? '');
    const answer = await http.send({
      url: `${settings.OPENAI_BASE_URL}/audio/transcriptions`,
      headers: { authorization: `Bearer ${settings.OPENAI_API_KEY}` },
      body: form,
      signal,
    });
    const { text, words, language: spoken } = readOpenaiTranscription(answer.json());
    return {
      text,
      language: codes[spoken?.toLowerCase() ?? ''] ?? language,
      words: words.map(({ word, start, end }) => ({ text: word, start, end })),
    };
  },
};

/** Transcription services in the order in which they are called. */
export const transcriptionAdapters: readonly TranscriptionAdapter[] = [openaiTranscription, deepgram];
