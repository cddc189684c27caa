import { deepgram } from './deepgram.ts';
import { openaiTranscription } from './openai-transcription.ts';
import type { TranscriptionAdapter } from './transcription-adapter.ts';

/** Writers of speech, in the order in which they are asked. */
export const transcriptionAdapters: readonly TranscriptionAdapter[] = [openaiTranscription, deepgram];
