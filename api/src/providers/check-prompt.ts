import { type CallServices, callChain, promptRejected } from './call-chain.ts';
import type { Providers } from './open-providers.ts';

/** Maximum time for one safety check, in milliseconds. */
const SAFETY_TIMEOUT_MS = 10_000;

/**
 * Throws `prompt_rejected`, naming `field`, when the safety check refuses `text`. Call it before anything is charged.
 * If a check cannot be reached, the next one is used; the built-in word list always works.
 */
export async function checkPrompt(
  { safety }: Pick<Providers, 'safety'>,
  { text, field }: { text: string; field: string },
  services: CallServices,
): Promise<void> {
  const call = { kind: 'safety', timeoutMs: SAFETY_TIMEOUT_MS, field } as const;
  const { result } = await callChain(safety, { text }, call, services);
  if (!result.allowed) throw promptRejected(field);
}
