import { plannedProgram } from './openai.ts';
import { badRequest, jsonOf, type Wire } from './wire.ts';

const KEY = 'sk-ant-test';

/**
 * Versions of the API that the simulated vendor accepts. With each of them, the key may be in `x-api-key` or
 * `authorization`.
 */
const VERSIONS = ['2023-06-01', '2026-10-21'];

/** Simulation of Anthropic's API: `POST /v1/messages`. */
export const anthropicWire: Wire = {
  settings: (url) => ({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url }),
  answer(request) {
    const { 'x-api-key': key, authorization, 'anthropic-version': version } = request.headers;
    if (key !== KEY && authorization !== `Bearer ${KEY}`) return { status: 401, body: { type: 'error' } };
    if (request.path !== '/v1/messages' || !VERSIONS.includes(String(version))) return badRequest('path');
    const { model, max_tokens, messages, tools, tool_choice, temperature } = jsonOf(request);
    const name = tools?.[0]?.name;
    const isRight =
      model && max_tokens > 0 && messages?.[0]?.role === 'user' && tools[0].input_schema.type === 'object';
    // As its default model has it: no forced tools, and no temperature.
    if (!isRight || tool_choice?.type !== 'auto' || temperature !== undefined) return badRequest('messages');
    return {
      body: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: 'tool_use' },
        content: [
          { type: 'text', text: 'Planning.' },
          { type: 'tool_use', id: 'toolu_1', name, input: plannedProgram },
        ],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    };
  },
};
