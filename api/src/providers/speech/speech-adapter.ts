import type { CallAdapter } from '../adapter.ts';
import type { GeneratedFile } from '../generated-file.ts';

/** Request for speech generated from a text. */
export interface SpeechRequest {
  text: string;
  /** Voice of the provider. `null`: its default voice. */
  voice: string | null;
  /** BCP 47 language tag, such as `en` or `pt-BR`. `null`: the provider detects the language. */
  language: string | null;
  /** Format of the audio file. `null`: the provider's default. */
  format: 'mp3' | 'wav' | null;
}

/** Word with the time at which it is spoken, in seconds from the start of the file. */
export interface TimedWord {
  text: string;
  start: number;
  end: number;
}

/** Generated audio file, and the times of its words. `words` is `null` when the provider returns no times. */
export interface SpeechResult {
  file: GeneratedFile;
  words: TimedWord[] | null;
}

/** Provider that generates speech. */
export type SpeechAdapter = CallAdapter<SpeechRequest, SpeechResult>;
