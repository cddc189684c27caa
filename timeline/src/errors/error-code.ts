/**
 * All codes that an error response may contain. The HTTP layer maps each to a status; clients branch on the code only.
 */
export const ERROR_CODES = [
  'invalid_request',
  'unauthorized',
  'plan_required',
  'insufficient_credits',
  'quota_exceeded',
  'insufficient_scope',
  'access_suspended',
  'app_suspended',
  'not_found',
  'payload_too_large',
  'prompt_rejected',
  'rate_limited',
  'internal_error',
  'not_configured',
  'provider_error',
  'unavailable',
] as const;

/** Code of an error. */
export type ErrorCode = (typeof ERROR_CODES)[number];
