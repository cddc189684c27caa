import { openaiModeration } from './openai-moderation.ts';
import type { SafetyAdapter } from './safety-adapter.ts';
import { wordList } from './word-list.ts';

/** Checks of prompts, in the order in which they are asked: the first that answers decides. The word list always can. */
export const safetyAdapters: readonly SafetyAdapter[] = [openaiModeration, wordList];
