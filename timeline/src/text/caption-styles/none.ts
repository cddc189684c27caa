import type { CaptionStyleDefinition } from './caption-style-definition.ts';

/** All words look the same. */
export const none: CaptionStyleDefinition = { name: 'none', unit: 'word', state: () => ({}) };
