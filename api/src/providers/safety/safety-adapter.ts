import type { CallAdapter } from '../adapter.ts';

/** A prompt that is to be checked before anything is made of it. */
export interface SafetyRequest {
  text: string;
}

/** What a safety check says of a prompt. */
export interface SafetyVerdict {
  allowed: boolean;
}

/** A provider that judges whether a request may be served. */
export type SafetyAdapter = CallAdapter<SafetyRequest, SafetyVerdict>;
