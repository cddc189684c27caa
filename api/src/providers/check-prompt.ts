import { type CallServices, callChain, promptRejected } from './call-chain.ts';
import type { Providers } from './open-providers.ts';

/** Longest time that one safety check may take, in milliseconds. */
const SAFETY_TIMEOUT_MS = 10_000;

/**
 * Throws `prompt_rejected`, naming `field`, when the safety check refuses `text`. Ask before anything is charged. A check that
 * cannot be reached hands over to the next; the word list always answers.
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
