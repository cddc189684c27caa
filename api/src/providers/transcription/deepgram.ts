import { Type } from '@framemill/timeline/typebox';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { TranscriptionAdapter } from './transcription-adapter.ts';

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
const readAnswer = answerReader(
  Type.Object({ results: Type.Object({ channels: Type.Array(Channel, { minItems: 1 }) }) }),
);

/**
 * Transcription adapter of Deepgram, by `POST /v1/listen`: https://developers.deepgram.com/reference/speech-to-text-api
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
    const channel = readAnswer(answer.json()).results.channels[0];
    const best = channel?.alternatives[0];
    if (!best) throw new ProviderError('malformed', 'answered without a transcript');
    return {
      text: best.transcript,
      language: channel.detected_language ?? language,
      words: best.words.map(({ word, punctuated_word, start, end }) => ({ text: punctuated_word ?? word, start, end })),
    };
  },
};
