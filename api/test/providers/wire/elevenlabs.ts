import { badRequest, jsonOf, newMp3, type Wire } from './wire.ts';

const KEY = 'xi-test';

/** Simulation of ElevenLabs' API: `POST /v1/text-to-speech/{voice}/with-timestamps`. */
export const elevenlabsWire: Wire = {
  settings: (url) => ({ ELEVENLABS_API_KEY: KEY, ELEVENLABS_BASE_URL: url }),
  answer(request) {
    if (request.headers['xi-api-key'] !== KEY) return { status: 401, body: { detail: { status: 'invalid_api_key' } } };
    if (!/^\/v1\/text-to-speech\/[^/]+\/with-timestamps$/.test(request.path)) return badRequest('path');
    const { text, model_id } = jsonOf(request);
    if (!text || !model_id || request.query.get('output_format') !== 'mp3_44100_128') return badRequest('speech');
    const characters = [...text];
    const alignment = {
      characters,
      character_start_times_seconds: characters.map((_, index) => index * 0.05),
      character_end_times_seconds: characters.map((_, index) => (index + 1) * 0.05),
    };
    return { body: { audio_base64: newMp3().toString('base64'), alignment, normalized_alignment: alignment } };
  },
};
