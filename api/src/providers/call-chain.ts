import { setTimeout } from 'node:timers/promises';
import type { Logger, Metrics } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { CallAdapter, Configured, ProviderKind } from './adapter.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderHttp } from './provider-http.ts';

/** What a call of any provider works with. */
export interface CallServices {
  http: ProviderHttp;
  log: Logger;
  metrics: Pick<Metrics, 'providerCallSeconds'>;
}

/** How a chain is called. */
export interface ChainCall {
  kind: ProviderKind;
  /** Longest time for each provider, in milliseconds. */
  timeoutMs: number;
  /** Field of the request that `prompt_rejected` names. */
  field: string;
  signal?: AbortSignal;
}

/** A provider that says "too many requests" is asked once more when it wants no longer wait than this. */
const LONGEST_RETRY_SEC = 5;

/**
 * Asks the providers in turn until one answers. Throws `not_configured` when there is none, `prompt_rejected` as soon as one
 * refuses the prompt, and `provider_error` with one sentence a provider when all failed.
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
  if (!canDoIt)
    throw new FramemillError('not_configured', `No ${call.kind} provider here can do this: ${failures.join('; ')}.`);
  throw new FramemillError('provider_error', `No ${call.kind} provider gave a result: ${failures.join('; ')}.`);
}

/** The error of an installation without a provider of a kind. */
export function notConfigured(kind: ProviderKind): FramemillError {
  const message = `This installation has no ${kind} provider. Nothing was charged. /docs/providers says how to set one up.`;
  return new FramemillError('not_configured', message);
}

/** The error of a prompt that a safety check refused. */
export function promptRejected(field: string, cause?: unknown): FramemillError {
  return new FramemillError('prompt_rejected', `${rejection(field)} Nothing was charged.`, { field }, { cause });
}

/** What is wrong with a prompt that a safety check refused, without a word about credits. */
export function rejection(field: string): string {
  return `The safety check refused ${field}; change the text.`;
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

// An adapter that trips over an answer which its API does not promise: that provider's failure, not the service's.
function unexpected(cause: unknown): ProviderError {
  return new ProviderError('malformed', 'answered with something that was not expected', { cause });
}
