import { Type } from '@framemill/timeline/typebox';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { LanguageAdapter } from './language-adapter.ts';

const readAnswer = answerReader(
  Type.Object({
    content: Type.Array(
      Type.Object({ type: Type.String(), name: Type.Optional(Type.String()), input: Type.Optional(Type.Unknown()) }),
    ),
    stop_reason: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  }),
);

/**
 * Maximum length of an answer, in the vendor's tokens. It fits a program of 200 commands and the model's preceding
 * reasoning.
 */
const MAX_TOKENS = 32_000;

/**
 * API version that every server of this API supports. The newest, 2026-10-21, changes nothing that is sent or read
 * here, and no end date is announced for this one.
 */
const VERSION = '2023-06-01';

/** Language adapter of Anthropic, by `POST /v1/messages`: https://docs.anthropic.com/en/api/messages */
export const anthropicMessages: LanguageAdapter = {
  name: 'anthropic-messages',
  title: 'Anthropic messages',
  variables: {
    ANTHROPIC_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of Anthropic' },
    ANTHROPIC_BASE_URL: { type: 'url', fallback: 'https://api.anthropic.com', meaning: "Address of Anthropic's API" },
    ANTHROPIC_MODEL: { type: 'text', fallback: 'claude-sonnet-5-5', meaning: 'Model that plans edits' },
  },
  async call({ instructions, context, message, tool }, { settings, http, signal }) {
    const answer = await http.send({
      url: `${settings.ANTHROPIC_BASE_URL}/v1/messages`,
      headers: { 'x-api-key': settings.ANTHROPIC_API_KEY ?? '', 'anthropic-version': VERSION },
      body: {
        model: settings.ANTHROPIC_MODEL,
        max_tokens: MAX_TOKENS,
        system: [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }],
        messages: [{ role: 'user', content: `${context}\n\n${message}` }],
        tools: [{ name: tool.name, description: tool.description, input_schema: tool.parameters }],
        // Models that reason before they answer reject a forced tool call. The instructions request the call instead.
        tool_choice: { type: 'auto' },
      },
      signal,
    });
    const { content, stop_reason } = readAnswer(answer.json());
    if (stop_reason === 'refusal') throw new ProviderError('rejected', 'refused the message');
    const call = content.find(({ type, name }) => type === 'tool_use' && name === tool.name);
    if (!call) throw new ProviderError('malformed', 'did not call the tool');
    return { arguments: call.input };
  },
};
