import { plannedProgram } from './openai.ts';
import { badRequest, jsonOf, type Wire } from './wire.ts';

const KEY = 'gemini-test';

/** Simulation of Gemini's API: `POST /v1beta/models/{model}:generateContent`. */
export const geminiWire: Wire = {
  settings: (url) => ({ GEMINI_API_KEY: KEY, GEMINI_BASE_URL: `${url}/v1beta` }),
  answer(request) {
    if (request.headers['x-goog-api-key'] !== KEY) return { status: 403, body: { error: { code: 403 } } };
    if (request.path !== '/v1beta/models/gemini-3.5-flash-lite:generateContent') return badRequest('path');
    const { contents, tools, toolConfig } = jsonOf(request);
    const name = tools?.[0]?.functionDeclarations?.[0]?.name;
    const { mode, allowedFunctionNames } = toolConfig?.functionCallingConfig ?? {};
    if (contents?.[0]?.role !== 'user' || mode !== 'ANY' || allowedFunctionNames?.[0] !== name)
      return badRequest('content');
    const parts = [{ functionCall: { name, args: plannedProgram } }];
    return { body: { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }] } };
  },
};
