import { badRequest, type Wire } from './wire.ts';

const KEY = 'dg-test';

/** Simulation of Deepgram's API: `POST /v1/listen`. */
export const deepgramWire: Wire = {
  settings: (url) => ({ DEEPGRAM_API_KEY: KEY, DEEPGRAM_BASE_URL: url }),
  answer(request) {
    if (request.headers.authorization !== `Token ${KEY}`) return { status: 401, body: { err_code: 'INVALID_AUTH' } };
    const isRight = request.path === '/v1/listen' && request.query.get('model') === 'nova-3' && request.body.length > 0;
    if (!isRight || !request.headers['content-type']?.match(/^(audio|video)\//)) return badRequest('listen');
    const words = [
      { word: 'edit', punctuated_word: 'Edit', start: 0.1, end: 0.4, confidence: 0.9 },
      { word: 'video', punctuated_word: 'video.', start: 0.4, end: 0.9, confidence: 0.9 },
    ];
    const alternatives = [{ transcript: 'Edit video.', confidence: 0.9, words }];
    return { body: { metadata: {}, results: { channels: [{ detected_language: 'en', alternatives }] } } };
  },
};
