import type { Filter } from './filter.ts';

/** Low sun: very warm, softer highlights. */
export const goldenHour: Filter = { preset: 'golden-hour', grade: { temperature: 0.45, highlights: -0.1 } };
