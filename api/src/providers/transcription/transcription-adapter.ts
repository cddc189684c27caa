import type { CallAdapter } from '../adapter.ts';
import type { TimedWord } from '../speech/speech-adapter.ts';

/** Speech that is to be written down. */
export interface TranscriptionRequest {
  /** A media file with the speech, at most 25 MB. */
  file: Buffer;
  /** Its name with its ending, by which some tell what it is. */
  fileName: string;
  mimeType: string;
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

/** A provider that writes down what is said. */
export type TranscriptionAdapter = CallAdapter<TranscriptionRequest, TranscriptionResult>;
