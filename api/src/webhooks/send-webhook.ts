import { FramemillError } from '@framemill/timeline';
import { errors } from 'undici';
import { connectionFault, type Outbound, type OutboundAnswer } from '../outbound/outbound.ts';
import type { TryOutcome } from './retry-schedule.ts';
import { secretsAt, signedHeaders, type WebhookSecrets } from './sign-webhook.ts';

/** Maximum time for a receiver's complete response, in ms. */
export const WEBHOOK_TIMEOUT_MS = 15_000;
/** Maximum size of the stored part of a receiver's response, in bytes. */
const MAX_RESPONSE_BYTES = 4_096;

/** Event to be sent to one address. */
export interface WebhookMessage {
  url: string;
  secrets: WebhookSecrets;
  eventId: string;
  body: string;
}

/** Delivery attempt as the log stores it. */
export interface WebhookTry {
  startedAt: Date;
  durationMs: number;
  outcome: TryOutcome;
  /** Reason why there is no status; null when there is one. */
  error: string | null;
  /** First 4,096 bytes of the receiver's response; null without one. */
  responseBody: string | null;
}

/** Sends an event once. Failures of the receiver are returned, never thrown; redirects are not followed. */
export async function sendWebhook(
  outbound: Outbound,
  message: WebhookMessage,
  timeoutMs: number = WEBHOOK_TIMEOUT_MS,
): Promise<WebhookTry> {
  const startedAt = new Date();
  const began = performance.now();
  const signal = AbortSignal.timeout(timeoutMs);
  const done = (outcome: TryOutcome, error: string | null, responseBody: string | null): WebhookTry => {
    return { startedAt, durationMs: Math.round(performance.now() - began), outcome, error, responseBody };
  };
  let answer: OutboundAnswer | undefined;
  try {
    const { url, secrets, eventId, body } = message;
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Framemill-Webhooks/1.0',
      ...signedHeaders(secretsAt(secrets, startedAt), eventId, startedAt, body),
    };
    answer = await outbound.send(url, { method: 'POST', headers, body, signal });
    return done({ status: answer.status }, null, await readStart(answer, signal));
  } catch (error) {
    if (signal.aborted || isTimeout(error)) {
      return done({ problem: 'timeout' }, `The endpoint did not respond within ${timeoutMs / 1_000} s.`, null);
    }
    return done({ problem: 'failed' }, reasonOf(error), null);
  } finally {
    await answer?.close();
  }
}

async function readStart({ body }: OutboundAnswer, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_RESPONSE_BYTES) break;
    }
  } catch (error) {
    // The status has arrived, so it counts even when the body breaks off. A body that is too slow is a timeout.
    if (signal.aborted) throw error;
  }
  const text = Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
  // The database cannot store NUL in text.
  return text.replaceAll('\0', '\ufffd');
}

function isTimeout(error: unknown): boolean {
  return error instanceof errors.ConnectTimeoutError;
}

function reasonOf(error: unknown): string {
  if (error instanceof FramemillError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return `The connection failed: ${connectionFault(code)}.`;
}
