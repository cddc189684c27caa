import { Type } from '@framemill/timeline/typebox';
import { type CallAdapter, openaiVariables } from './adapter.ts';
import { ProviderError } from './provider-error.ts';
import { answerReader } from './provider-http.ts';

/** Request for one response of a language model, which must answer by calling one tool. */
export interface LanguageRequest {
  /** System instructions: the same bytes in every request, so that vendors can cache them. */
  instructions: string;
  /**
   * Data that the model needs for the request. The instructions tell the model to treat it as data, not as
   * instructions.
   */
  context: string;
  /** Request of the person in natural language. */
  message: string;
  tool: { name: string; description: string; parameters: Record<string, unknown> };
}

/** Response of a language model: the arguments with which it called the tool. They are any JSON, not yet checked. */
export interface LanguageResult {
  arguments: unknown;
}

/** Provider of a language model. */
export type LanguageAdapter = CallAdapter<LanguageRequest, LanguageResult>;

const readMessages = answerReader(
  Type.Object({
    content: Type.Array(
      Type.Object({ type: Type.String(), name: Type.Optional(Type.String()), input: Type.Optional(Type.Unknown()) }),
    ),
    stop_reason: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  }),
);

/** Maximum length of a response, in the vendor's tokens. It fits 200 commands and the model's preceding reasoning. */
const MAX_TOKENS = 32_000;

/**
 * Version of Anthropic's API that is requested.
 * Every server of this API supports it, and no end date is announced. The newest version, 2026-10-21, differs in
 * nothing that is sent or read here.
 */
const VERSION = '2023-06-01';

/** Language adapter for Anthropic's `POST /v1/messages`: https://docs.anthropic.com/en/api/messages */
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
    const { content, stop_reason } = readMessages(answer.json());
    if (stop_reason === 'refusal') throw new ProviderError('rejected', 'refused the message');
    const call = content.find(({ type, name }) => type === 'tool_use' && name === tool.name);
    if (!call) throw new ProviderError('malformed', 'answered without the required tool call');
    return { arguments: call.input };
  },
};

const ToolCall = Type.Object({ function: Type.Object({ name: Type.String(), arguments: Type.String() }) });
const readCompletions = answerReader(
  Type.Object({
    choices: Type.Array(Type.Object({ message: Type.Object({ tool_calls: Type.Optional(Type.Array(ToolCall)) }) }), {
      minItems: 1,
    }),
  }),
);

/**
 * Language adapter for OpenAI's `POST /chat/completions`: https://platform.openai.com/docs/api-reference/chat. Servers
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
    const call = readCompletions(answer.json()).choices[0]?.message.tool_calls?.find(
      ({ function: { name } }) => name === tool.name,
    );
    if (!call) throw new ProviderError('malformed', 'answered without the required tool call');
    try {
      return { arguments: JSON.parse(call.function.arguments) };
    } catch (cause) {
      throw new ProviderError('malformed', 'called the tool with malformed JSON', { cause });
    }
  },
};

const FunctionCall = Type.Object({ name: Type.String(), args: Type.Optional(Type.Unknown()) });
const Part = Type.Object({ functionCall: Type.Optional(FunctionCall) });
const Content = Type.Object({ parts: Type.Optional(Type.Array(Part)) });
const readGemini = answerReader(
  Type.Object({
    candidates: Type.Optional(Type.Array(Type.Object({ content: Type.Optional(Content) }))),
    promptFeedback: Type.Optional(Type.Object({ blockReason: Type.Optional(Type.String()) })),
  }),
);

/**
 * Language adapter for Google Gemini's `POST /models/{model}:generateContent`:
 * https://ai.google.dev/api/generate-content. Google's own libraries also use the API version `v1beta`, for which no
 * end date is announced.
 */
export const gemini: LanguageAdapter = {
  name: 'gemini',
  title: 'Google Gemini',
  variables: {
    GEMINI_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of Gemini' },
    GEMINI_BASE_URL: {
      type: 'url',
      fallback: 'https://generativelanguage.googleapis.com/v1beta',
      meaning: "Address of Gemini's API",
    },
    GEMINI_MODEL: { type: 'text', fallback: 'gemini-3.5-flash-lite', meaning: 'Model that plans edits' },
  },
  async call({ instructions, context, message, tool }, { settings, http, signal }) {
    const answer = await http.send({
      url: `${settings.GEMINI_BASE_URL}/models/${encodeURIComponent(settings.GEMINI_MODEL ?? '')}:generateContent`,
      headers: { 'x-goog-api-key': settings.GEMINI_API_KEY ?? '' },
      body: {
        systemInstruction: { parts: [{ text: instructions }] },
        contents: [{ role: 'user', parts: [{ text: `${context}\n\n${message}` }] }],
        tools: [
          {
            functionDeclarations: [
              { name: tool.name, description: tool.description, parametersJsonSchema: tool.parameters },
            ],
          },
        ],
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [tool.name] } },
      },
      signal,
    });
    const { candidates, promptFeedback } = readGemini(answer.json());
    if (promptFeedback?.blockReason) throw new ProviderError('rejected', 'refused the message');
    const parts = candidates?.[0]?.content?.parts ?? [];
    const call = parts.find(({ functionCall }) => functionCall?.name === tool.name)?.functionCall;
    if (!call) throw new ProviderError('malformed', 'answered without the required tool call');
    return { arguments: call.args };
  },
};

/** Language models that plan edits, in the order in which they are called. */
export const languageAdapters: readonly LanguageAdapter[] = [openaiChat, anthropicMessages, gemini];
