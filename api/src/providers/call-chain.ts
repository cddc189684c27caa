import { setTimeout } from 'node:timers/promises';
import type { Logger, Metrics } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { CallAdapter, Configured, ProviderKind } from './adapter.ts';
import type { Providers } from './open-providers.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderHttp } from './provider-http.ts';

/** Services that a call to any provider uses. */
export interface CallServices {
  http: ProviderHttp;
  log: Logger;
  metrics: Pick<Metrics, 'providerCallSeconds'>;
}

/** Options for calling several providers one after the other. */
export interface ChainCall {
  kind: ProviderKind;
  /** Maximum time for each provider, in milliseconds. */
  timeoutMs: number;
  /** Field of the request that a `prompt_rejected` error names. */
  field: string;
  signal?: AbortSignal;
}

/** Maximum `Retry-After`, in seconds, for which a busy provider is called a second time. */
const LONGEST_RETRY_SEC = 5;

/**
 * Calls the providers in order until one returns a result.
 * Throws `not_configured` when there is no provider, or none supports the request. Throws `prompt_rejected` as soon as
 * a provider refuses the prompt. When all providers failed, throws `provider_error` with one sentence per provider.
 */
export async function callChain<Request, Result>(
  chain: readonly Configured<CallAdapter<Request, Result>>[],
  request: Request,
  call: ChainCall,
  services: CallServices,
): Promise<{ provider: string; result: Result }> {
  if (chain.length === 0) throw notConfigured(call.kind);
  const failures: string[] = [];
  let canDoIt = false;
  for (const configured of chain) {
    try {
      const result = await callTwiceWhenBusy(configured, request, call, services);
      return { provider: configured.adapter.name, result };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.fault === 'rejected') throw promptRejected(call.field, error);
      failures.push(`${configured.adapter.name} ${error.message}`);
      canDoIt ||= error.fault !== 'unsupported';
      if (call.signal?.aborted) break;
    }
  }
  const reasons = failures.join('; ');
  if (!canDoIt) {
    const message = `No ${call.kind} provider supports this request: ${reasons}. Change it, or see /docs/providers.`;
    throw new FramemillError('not_configured', message);
  }
  throw new FramemillError('provider_error', `No ${call.kind} provider returned a result: ${reasons}. Try again.`);
}

/** Creates the error for an installation without a provider of a kind. */
export function notConfigured(kind: ProviderKind): FramemillError {
  const message = `This installation has no ${kind} provider. Nothing was charged. See /docs/providers.`;
  return new FramemillError('not_configured', message);
}

/** Creates the error for a prompt that a safety check refused. */
function promptRejected(field: string, cause?: unknown): FramemillError {
  return new FramemillError('prompt_rejected', `${rejection(field)} Nothing was charged.`, { field }, { cause });
}

/**
 * Returns the error message for a prompt that a safety check refused. The message does not say whether anything was
 * charged.
 */
export function rejection(field: string): string {
  return `The safety check refused ${field}. Change the text.`;
}

async function callTwiceWhenBusy<Request, Result>(
  configured: Configured<CallAdapter<Request, Result>>,
  request: Request,
  call: ChainCall,
  services: CallServices,
): Promise<Result> {
  const timeUp = AbortSignal.timeout(call.timeoutMs);
  const signal = call.signal ? AbortSignal.any([timeUp, call.signal]) : timeUp;
  try {
    return await callOnce(configured, request, signal, call.kind, services);
  } catch (error) {
    const waitSec = error instanceof ProviderError && error.fault === 'busy' ? error.retryAfterSec : null;
    if (waitSec === null || waitSec > LONGEST_RETRY_SEC) throw error;
    await setTimeout(waitSec * 1_000, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) throw error;
    return callOnce(configured, request, signal, call.kind, services);
  }
}

async function callOnce<Request, Result>(
  { adapter, settings }: Configured<CallAdapter<Request, Result>>,
  request: Request,
  signal: AbortSignal,
  kind: ProviderKind,
  { http, log, metrics }: CallServices,
): Promise<Result> {
  const started = performance.now();
  const end = (outcome: string) =>
    metrics.providerCallSeconds.observe(
      { kind, provider: adapter.name, outcome },
      (performance.now() - started) / 1_000,
    );
  try {
    const result = await adapter.call(request, { settings, signal, http, log });
    end('answered');
    return result;
  } catch (error) {
    const failure = error instanceof ProviderError ? error : unexpected(error);
    const { fault, message, status } = failure;
    end(fault);
    log.warn({ kind, provider: adapter.name, fault, status }, `provider: ${message}`);
    throw failure;
  }
}

// An adapter that fails on an answer outside its API's specification: the provider's fault, not the service's.
function unexpected(cause: unknown): ProviderError {
  return new ProviderError('malformed', 'gave an unexpected answer', { cause });
}

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
