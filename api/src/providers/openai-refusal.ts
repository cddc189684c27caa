import { ProviderError } from './provider-error.ts';

/** Error codes with which OpenAI's APIs refuse a prompt. */
const REFUSALS = ['moderation_blocked', 'content_policy_violation'];

/**
 * Detects OpenAI's refusal of a prompt, which has status 400, and returns the error to throw. Other errors are returned
 * as they are.
 */
export function openaiFailure(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.status !== 400) return error;
  const code = (error.body as { error?: { code?: unknown } } | undefined)?.error?.code;
  if (!REFUSALS.includes(String(code))) return error;
  return new ProviderError('rejected', 'refused the prompt', { status: 400, cause: error });
}
