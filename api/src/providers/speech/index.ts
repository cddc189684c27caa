import { elevenlabs } from './elevenlabs.ts';
import { espeak } from './espeak.ts';
import { openaiSpeech } from './openai-speech.ts';
import type { SpeechAdapter } from './speech-adapter.ts';

/** Speech generators in the order in which they are called. */
export const speechAdapters: readonly SpeechAdapter[] = [openaiSpeech, elevenlabs, espeak];
