import type { CallAdapter } from '../adapter.ts';

/** Request to check a prompt before it is used. */
export interface SafetyRequest {
  text: string;
}

/** Result of a safety check. */
export interface SafetyVerdict {
  allowed: boolean;
}

/** Provider that checks whether a prompt may be served. */
export type SafetyAdapter = CallAdapter<SafetyRequest, SafetyVerdict>;
