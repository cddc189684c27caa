import { Type } from '@framemill/timeline/typebox';
import { openaiVariables } from '../openai-variables.ts';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { LanguageAdapter } from './language-adapter.ts';

const ToolCall = Type.Object({ function: Type.Object({ name: Type.String(), arguments: Type.String() }) });
const readAnswer = answerReader(
  Type.Object({
    choices: Type.Array(Type.Object({ message: Type.Object({ tool_calls: Type.Optional(Type.Array(ToolCall)) }) }), {
      minItems: 1,
    }),
  }),
);

/**
 * Language adapter of OpenAI, by `POST /chat/completions`: https://platform.openai.com/docs/api-reference/chat. Servers
 * such as ollama, llama.cpp and vLLM support the same API.
 */
export const openaiChat: LanguageAdapter = {
  name: 'openai-chat',
  title: 'OpenAI chat completions, and servers that speak them',
  variables: {
    OPENAI_API_KEY: { ...openaiVariables.OPENAI_API_KEY, required: false },
    OPENAI_BASE_URL: openaiVariables.OPENAI_BASE_URL,
    OPENAI_CHAT_URL: {
      type: 'url',
      fallback: null,
      meaning:
        'Address of another server that speaks chat completions (ollama, llama.cpp, vLLM); it gets no key of OpenAI',
    },
    OPENAI_CHAT_KEY: {
      type: 'secret',
      fallback: null,
      meaning: 'Key of the server at OPENAI_CHAT_URL, if it wants one',
    },
    OPENAI_CHAT_MODEL: { type: 'text', fallback: 'gpt-6.1-terra', meaning: 'Model that plans edits' },
  },
  needs: 'set OPENAI_API_KEY or OPENAI_CHAT_URL',
  isReady: async (settings) => settings.OPENAI_API_KEY !== '' || settings.OPENAI_CHAT_URL !== '',
  async call({ instructions, context, message, tool }, { settings, http, signal }) {
    const { OPENAI_CHAT_URL: otherUrl, OPENAI_BASE_URL: baseUrl } = settings;
    const key = otherUrl ? settings.OPENAI_CHAT_KEY : settings.OPENAI_API_KEY;
    const answer = await http.send({
      url: `${otherUrl || baseUrl}/chat/completions`,
      headers: key ? { authorization: `Bearer ${key}` } : {},
      body: {
        model: settings.OPENAI_CHAT_MODEL,
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: `${context}\n\n${message}` },
        ],
        tools: [{ type: 'function', function: tool }],
        tool_choice: { type: 'function', function: { name: tool.name } },
      },
      signal,
    });
    const call = readAnswer(answer.json()).choices[0]?.message.tool_calls?.find(
      ({ function: { name } }) => name === tool.name,
    );
    if (!call) throw new ProviderError('malformed', 'did not call the tool');
    try {
      return { arguments: JSON.parse(call.function.arguments) };
    } catch (cause) {
      throw new ProviderError('malformed', 'called the tool with malformed JSON', { cause });
    }
  },
};
