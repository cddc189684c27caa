import type { CallAdapter } from '../adapter.ts';
import type { GeneratedFile } from '../generated-file.ts';

/** A text that is to be spoken. */
export interface SpeechRequest {
  text: string;
  /** A voice of the provider, or null for its usual one. */
  voice: string | null;
  /** BCP 47, such as `en` or `pt-BR`; null: the provider finds out. */
  language: string | null;
  /** null: what the provider makes by itself. */
  format: 'mp3' | 'wav' | null;
}

/** A word and when it is spoken, in seconds from the file's start. */
export interface TimedWord {
  text: string;
  start: number;
  end: number;
}

/** The sound, and the times of its words where the provider tells them. */
export interface SpeechResult {
  file: GeneratedFile;
  words: TimedWord[] | null;
}

/** A provider that speaks. */
export type SpeechAdapter = CallAdapter<SpeechRequest, SpeechResult>;
