import { Type } from '@framemill/timeline/typebox';
import { FormData } from 'undici';
import { openaiVariables } from '../openai-variables.ts';
import { answerReader } from '../read-answer.ts';
import type { TranscriptionAdapter } from './transcription-adapter.ts';

const readAnswer = answerReader(
  Type.Object({
    text: Type.String(),
    language: Type.Optional(Type.String()),
    words: Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() })),
  }),
);

/**
 * BCP 47 codes of languages that the API names in English. For other languages, the result has the requested language,
 * or `null`.
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
 * Transcription adapter of OpenAI, by `POST /audio/transcriptions`:
 * https://platform.openai.com/docs/api-reference/audio. Word times come from `verbose_json`.
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
    const { text, words, language: spoken } = readAnswer(answer.json());
    return {
      text,
      language: codes[spoken?.toLowerCase() ?? ''] ?? language,
      words: words.map(({ word, start, end }) => ({ text: word, start, end })),
    };
  },
};
