import { Type } from '@framemill/timeline/typebox';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { LanguageAdapter } from './language-adapter.ts';

const FunctionCall = Type.Object({ name: Type.String(), args: Type.Optional(Type.Unknown()) });
const Part = Type.Object({ functionCall: Type.Optional(FunctionCall) });
const Content = Type.Object({ parts: Type.Optional(Type.Array(Part)) });
const readAnswer = answerReader(
  Type.Object({
    candidates: Type.Optional(Type.Array(Type.Object({ content: Type.Optional(Content) }))),
    promptFeedback: Type.Optional(Type.Object({ blockReason: Type.Optional(Type.String()) })),
  }),
);

/**
 * Language adapter of Google Gemini, by `POST /models/{model}:generateContent`:
 * https://ai.google.dev/api/generate-content. The vendor's own libraries use `v1beta`, and no end date is announced for
 * it.
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
    const { candidates, promptFeedback } = readAnswer(answer.json());
    if (promptFeedback?.blockReason) throw new ProviderError('rejected', 'refused the message');
    const parts = candidates?.[0]?.content?.parts ?? [];
    const call = parts.find(({ functionCall }) => functionCall?.name === tool.name)?.functionCall;
    if (!call) throw new ProviderError('malformed', 'did not call the tool');
    return { arguments: call.args };
  },
};
