import { deepgram } from './deepgram.ts';
import { openaiTranscription } from './openai-transcription.ts';
import type { TranscriptionAdapter } from './transcription-adapter.ts';

/** Transcription services in the order in which they are called. */
export const transcriptionAdapters: readonly TranscriptionAdapter[] = [openaiTranscription, deepgram];
