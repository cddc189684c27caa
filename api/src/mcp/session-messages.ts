import type { Redis } from '@framemill/infra';
import {
  isJSONRPCNotification,
  isJSONRPCResponse,
  type JSONRPCResponse,
  type RequestId,
} from '@modelcontextprotocol/server';
import { postTo } from './mailboxes.ts';
import type { McpSession } from './sessions.ts';

/** Maximum length of a client's answer, in characters of JSON, because it is sent through Redis. */
const LONGEST_ANSWER = 256_000;

/**
 * Returns the mailbox name for the answer to a question of a session. It contains the session's id, so that an answer
 * from another session reaches no call.
 */
export function answerBox({ id }: McpSession, questionId: string): string {
  return `${id}:answer:${questionId}`;
}

/** Returns the mailbox name for the cancellation of a session's call. */
export function cancelBox({ id }: McpSession, callId: RequestId): string {
  return `${id}:cancel:${JSON.stringify(callId)}`;
}

/** Outcome of forwarding a request's messages to calls that wait for them, perhaps in another process. */
export interface Forwarded {
  /** Whether the request had no other messages. */
  isAll: boolean;
  /** Reason why an answer was not delivered. `null`: all were. */
  problem: string | null;
}

/**
 * Forwards the answers and cancellations of a request to the calls that wait for them. Throws when Redis is
 * unavailable.
 */
export async function forwardMessages(redis: Redis, session: McpSession, body: unknown): Promise<Forwarded> {
  const messages = [body].flat();
  const answers = messages.filter((message) => isJSONRPCResponse(message));
  let problem: string | null = null;
  for (const answer of answers) problem ??= await forwardAnswer(redis, session, answer);
  for (const message of messages) {
    if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') continue;
    const callId = message.params?.requestId;
    if (isRequestId(callId)) await postTo(redis, cancelBox(session, callId), '');
  }
  return { isAll: answers.length > 0 && answers.length === messages.length, problem };
}

async function forwardAnswer(redis: Redis, session: McpSession, answer: JSONRPCResponse): Promise<string | null> {
  const { id, jsonrpc: _version, ...outcome } = answer;
  const text = JSON.stringify(outcome);
  if (text.length > LONGEST_ANSWER) {
    return `An answer has at most ${LONGEST_ANSWER} characters (got ${text.length}). Send a shorter one.`;
  }
  const isReceived = isRequestId(id) && (await postTo(redis, answerBox(session, String(id)), text));
  return isReceived ? null : 'No call is waiting for this answer: the call has ended, or was answered before.';
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= 200);
}
