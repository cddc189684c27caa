import type { AdapterVariable } from './adapter.ts';

/** Variables that every adapter of fal needs. */
export const falVariables = {
  FAL_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of fal' },
} as const satisfies Record<string, AdapterVariable>;
