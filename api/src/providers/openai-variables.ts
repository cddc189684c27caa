import type { AdapterVariable } from './adapter.ts';

/** Variables that every adapter of OpenAI's API needs. */
export const openaiVariables = {
  OPENAI_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of OpenAI' },
  OPENAI_BASE_URL: { type: 'url', fallback: 'https://api.openai.com/v1', meaning: "Address of OpenAI's API" },
} as const satisfies Record<string, AdapterVariable>;
