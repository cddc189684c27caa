import type { VendorRequest } from '../vendor-server.ts';
import { badRequest, formOf, jsonOf, newMp3, newPng, type Wire } from './wire.ts';

const KEY = 'sk-test-openai';

/**
 * Queue of responses (lists of commands) of the simulated model. When it is empty, the model returns `plannedProgram`.
 */
export const nextPrograms: unknown[] = [];
/** Function that a test runs while the simulated model is generating; null for none. */
export const thinking: { meanwhile: ((request: VendorRequest) => Promise<unknown>) | null } = { meanwhile: null };
export const plannedProgram = {
  commands: [{ op: 'addTextClip', text: 'Planned', start: 0, duration: 2 }],
  unresolved: [],
};

/** Simulation of OpenAI's API, as far as the adapters use it: https://platform.openai.com/docs/api-reference */
export const openaiWire: Wire = {
  settings: (url) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1` }),
  answer(request) {
    if (request.headers.authorization !== `Bearer ${KEY}`) return { status: 401, body: { error: { message: 'key' } } };
    if (request.method !== 'POST') return badRequest('method');
    const handler = handlers[request.path];
    return handler ? handler(request) : { status: 404, body: { error: { message: 'path' } } };
  },
};

const handlers: Record<
  string,
  Wire['answer'] extends (...args: never) => infer R ? (request: VendorRequest) => R : never
> = {
  '/v1/moderations'(request) {
    const { model, input } = jsonOf(request);
    if (model !== 'omni-moderation-latest' || typeof input !== 'string') return badRequest('moderation');
    return { body: { id: 'modr-1', model, results: [{ flagged: input.includes('FLAGGED'), categories: {} }] } };
  },
  '/v1/images/generations'(request) {
    const { model, prompt, n, size, output_format, background } = jsonOf(request);
    const isRight =
      model === 'gpt-image-2.6-flare' && /^(1024x1024|1024x1536|1536x1024)$/.test(size) && output_format === 'png';
    if (!isRight || typeof prompt !== 'string' || n < 1) return badRequest('image');
    if (background !== undefined && background !== 'transparent') return badRequest('background');
    return { body: { created: 1, data: Array.from({ length: n }, () => ({ b64_json: newPng().toString('base64') })) } };
  },
  '/v1/audio/speech'(request) {
    const { model, input, voice, response_format } = jsonOf(request);
    if (model !== 'gpt-4o-mini-tts' || !input || !voice || response_format !== 'mp3') return badRequest('speech');
    return { headers: { 'content-type': 'audio/mpeg' }, body: newMp3() };
  },
  async '/v1/audio/transcriptions'(request) {
    const form = await formOf(request);
    const file = form.get('file');
    const isRight =
      form.get('model') === 'whisper-1' &&
      form.get('response_format') === 'verbose_json' &&
      form.get('timestamp_granularities[]') === 'word';
    if (!isRight || !(file instanceof File) || file.size === 0) return badRequest('transcription');
    const words = [
      { word: 'Edit', start: 0.1, end: 0.4 },
      { word: 'video', start: 0.4, end: 0.9 },
    ];
    return { body: { task: 'transcribe', language: 'english', duration: 1, text: 'Edit video', words } };
  },
  async '/v1/chat/completions'(request) {
    await thinking.meanwhile?.(request);
    const { model, messages, tools, tool_choice } = jsonOf(request);
    const name = tools?.[0]?.function?.name;
    if (!model || messages?.[0]?.role !== 'system' || tool_choice?.function?.name !== name) return badRequest('chat');
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name, arguments: JSON.stringify(nextPrograms.shift() ?? plannedProgram) },
    };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    return {
      body: {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        choices: [{ index: 0, finish_reason: 'tool_calls', message }],
      },
    };
  },
};
