import type { CallAdapter } from '../adapter.ts';
import type { TimedWord } from '../speech/speech-adapter.ts';

/** Speech that is to be written down. */
export interface TranscriptionRequest {
  /** Mono WAV or MP3 of the speech, at most 25 MB. */
  audio: Buffer;
  audioType: 'audio/wav' | 'audio/mpeg';
  /** BCP 47; null: the provider finds out. */
  language: string | null;
}

/** What was said. `words` are in order and do not overlap. */
export interface TranscriptionResult {
  words: TimedWord[];
  text: string;
  /** BCP 47, or null when the provider does not say. */
  language: string | null;
}

export type TranscriptionAdapter = CallAdapter<TranscriptionRequest, TranscriptionResult>;
