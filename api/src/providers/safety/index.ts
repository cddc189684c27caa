import { openaiModeration } from './openai-moderation.ts';
import type { SafetyAdapter } from './safety-adapter.ts';
import { wordList } from './word-list.ts';

/**
 * Safety checks of prompts, in the order in which they are called. The first that answers decides; the word list always
 * answers.
 */
export const safetyAdapters: readonly SafetyAdapter[] = [openaiModeration, wordList];
