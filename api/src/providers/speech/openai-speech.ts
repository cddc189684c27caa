import { openaiVariables } from '../openai-variables.ts';
import { ProviderError } from '../provider-error.ts';
import type { SpeechAdapter } from './speech-adapter.ts';

const MAX_BYTES = 32 * 1_048_576;
/** Maximum length of the text in one call, in characters. */
const MAX_CHARACTERS = 4_096;

/** Speech adapter of OpenAI, by `POST /audio/speech`: https://platform.openai.com/docs/api-reference/audio */
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
      maxBytes: MAX_BYTES,
      signal,
    });
    if (!answer.contentType.startsWith('audio/') && answer.contentType !== 'application/octet-stream') {
      throw new ProviderError('malformed', 'answered with something that is not audio');
    }
    return { file: { data: answer.body }, words: null };
  },
};
