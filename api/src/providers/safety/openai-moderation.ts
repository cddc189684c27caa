import { Type } from '@framemill/timeline/typebox';
import { openaiVariables } from '../openai-variables.ts';
import { answerReader } from '../read-answer.ts';
import type { SafetyAdapter } from './safety-adapter.ts';

const readAnswer = answerReader(
  Type.Object({ results: Type.Array(Type.Object({ flagged: Type.Boolean() }), { minItems: 1 }) }),
);

/** Safety adapter of OpenAI, by `POST /moderations`: https://platform.openai.com/docs/api-reference/moderations */
export const openaiModeration: SafetyAdapter = {
  name: 'openai-moderation',
  title: 'OpenAI moderation',
  variables: {
    ...openaiVariables,
    OPENAI_MODERATION_MODEL: {
      type: 'text',
      fallback: 'omni-moderation-latest',
      meaning: 'Model that checks prompts',
    },
  },
  async call({ text }, { settings, http, signal }) {
    const answer = await http.send({
      url: `${settings.OPENAI_BASE_URL}/moderations`,
      headers: { authorization: `Bearer ${settings.OPENAI_API_KEY}` },
      body: { model: settings.OPENAI_MODERATION_MODEL, input: text },
      signal,
    });
    return { allowed: !readAnswer(answer.json()).results.some(({ flagged }) => flagged) };
  },
};
