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

/** Longest answer, in the vendor's tokens: a program of 200 commands fits, with what the model thinks before it. */
const MAX_TOKENS = 32_000;

/**
 * The version that every server of this API knows. 2026-10-21, the newest, changes nothing that is sent or read here, and no end of
 * this one is announced.
 */
const VERSION = '2023-06-01';

/** `POST /v1/messages`: https://docs.anthropic.com/en/api/messages */
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
        // Models that think before they answer refuse to be forced to a tool; the instructions ask for it.
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
