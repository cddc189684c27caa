import type { CallAdapter } from '../adapter.ts';
import type { TimedWord } from '../speech/speech-adapter.ts';

/** Request to transcribe speech. */
export interface TranscriptionRequest {
  /** Content of a media file with speech, at most 25 MB. */
  file: Buffer;
  /** File name with its extension, from which some providers derive the format. */
  fileName: string;
  mimeType: string;
  /** BCP 47 language tag. `null`: the provider detects the language. */
  language: string | null;
}

/** Transcript of the speech. `words` are in order and do not overlap; their times are in seconds. */
export interface TranscriptionResult {
  words: TimedWord[];
  text: string;
  /** BCP 47 language tag. `null`: the provider returns none. */
  language: string | null;
}

/** Provider that transcribes speech. */
export type TranscriptionAdapter = CallAdapter<TranscriptionRequest, TranscriptionResult>;
