import type { Redis } from '@framemill/infra';
import {
  isJSONRPCNotification,
  isJSONRPCResponse,
  type JSONRPCResponse,
  type RequestId,
} from '@modelcontextprotocol/server';
import { postTo } from './mailboxes.ts';
import type { McpSession } from './sessions.ts';

/** Longest answer of a client, in characters of JSON: it goes through Redis. */
const LONGEST_ANSWER = 256_000;

/** Where the answer to a question of a session is waited for. The session's id is in it: another one's answer comes nowhere. */
export function answerBox({ id }: McpSession, questionId: string): string {
  return `${id}:answer:${questionId}`;
}

/** Where a call of a session that waits for an answer hears that its client gave it up. */
export function cancelBox({ id }: McpSession, callId: RequestId): string {
  return `${id}:cancel:${JSON.stringify(callId)}`;
}

/** What became of the messages of a request that are for calls which wait, maybe in another process. */
export interface Forwarded {
  /** Whether the request had nothing else. */
  isAll: boolean;
  /** Why an answer was not taken; null: all were. */
  problem: string | null;
}

/** Sends the answers and cancellations of a request on to the calls that wait for them. Throws when Redis is away. */
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
  return isReceived ? null : 'Nothing waits for this answer: its call has ended, or it was answered before.';
}

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'number' || (typeof id === 'string' && id.length <= 200);
}
