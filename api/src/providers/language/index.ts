import { anthropicMessages } from './anthropic-messages.ts';
import { gemini } from './gemini.ts';
import type { LanguageAdapter } from './language-adapter.ts';
import { openaiChat } from './openai-chat.ts';

/** Language models that plan edits, in the order in which they are called. */
export const languageAdapters: readonly LanguageAdapter[] = [openaiChat, anthropicMessages, gemini];
