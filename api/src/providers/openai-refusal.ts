import { ProviderError } from './provider-error.ts';

/** Codes with which OpenAI's APIs refuse a prompt. */
const REFUSALS = ['moderation_blocked', 'content_policy_violation'];

/** Tells OpenAI's refusals of a prompt, which come as status 400, from other failures. Returns what is to be thrown. */
export function openaiFailure(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.status !== 400) return error;
  const code = (error.body as { error?: { code?: unknown } } | undefined)?.error?.code;
  if (!REFUSALS.includes(String(code))) return error;
  return new ProviderError('rejected', 'refused the prompt', { status: 400, cause: error });
}
