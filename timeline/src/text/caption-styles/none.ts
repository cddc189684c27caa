import type { CaptionStyleDefinition } from './caption-style-definition.ts';

/** Caption style without emphasis: all words look the same. */
export const none: CaptionStyleDefinition = { name: 'none', unit: 'word', state: () => ({}) };
