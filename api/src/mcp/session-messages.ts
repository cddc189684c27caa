import { type Logger, type Redis, redisReady } from '@framemill/infra';
import {
  isJSONRPCNotification,
  isJSONRPCResponse,
  type JSONRPCResponse,
  type RequestId,
} from '@modelcontextprotocol/server';
import type { McpSession } from './sessions.ts';

/**
 * Named mailboxes, based on Redis publish/subscribe, through which a waiting call receives messages from other
 * processes. Messages are not stored.
 */
export interface Mailboxes {
  /**
   * Calls `onMessage` with each text posted to `name`, until the returned function is called. Throws when Redis is
   * unavailable.
   */
  open(name: string, onMessage: (text: string) => void): Promise<() => void>;
  close(): void;
}

/** Maximum time to wait for a lost Redis connection to return when a mailbox is opened, in milliseconds. */
const READY_MS = 2_000;

const channelOf = (name: string) => `fm:mcp:mailbox:${name}`;

/**
 * Creates the mailboxes of one process. They use a Redis connection of their own, because a subscribed connection
 * cannot run other commands.
 */
export function createMailboxes({ redis, log }: { redis: Redis; log: Logger }): Mailboxes {
  /** Subscribers by channel name. A channel may have several. */
  const opened = new Map<string, Set<(text: string) => void>>();
  const subscriber = redis.duplicate();
  subscriber.on('error', (error) => log.warn({ err: error }, 'mailbox subscription error'));
  subscriber.on('message', (channel: string, text: string) => {
    for (const hear of [...(opened.get(channel) ?? [])]) hear(text);
  });

  /** Removes a subscriber of a channel. Returns whether the channel has no subscribers left. */
  function forget(channel: string, onMessage: (text: string) => void): boolean {
    const hearers = opened.get(channel);
    if (!hearers?.delete(onMessage) || hearers.size > 0) return false;
    return opened.delete(channel);
  }

  function shut(channel: string, onMessage: (text: string) => void): void {
    if (!forget(channel, onMessage)) return;
    subscriber.unsubscribe(channel).catch((error: unknown) => log.debug({ err: error }, 'a mailbox stayed subscribed'));
  }

  return {
    async open(name, onMessage) {
      const channel = channelOf(name);
      opened.set(channel, (opened.get(channel) ?? new Set()).add(onMessage));
      try {
        await redisReady(subscriber, READY_MS, READY_MS);
        await subscriber.subscribe(channel);
      } catch (error) {
        forget(channel, onMessage);
        throw error;
      }
      return () => shut(channel, onMessage);
    },
    close: () => subscriber.disconnect(),
  };
}

/**
 * Sends a text to the subscribers of mailbox `name` in all processes.
 * Returns `false` when no process has the mailbox open. Throws when Redis is unavailable.
 */
async function postTo(redis: Redis, name: string, text: string): Promise<boolean> {
  return (await redis.publish(channelOf(name), text)) > 0;
}

/** Maximum length of a client's answer, in characters of JSON, because it is sent through Redis. */
const LONGEST_ANSWER = 256_000;

/**
 * Returns the name of the mailbox that receives the answer to a question. The name contains the session's id, so that a
 * client cannot answer the questions of another session.
 */
export function answerBox({ id }: McpSession, questionId: string): string {
  return `${id}:answer:${questionId}`;
}

/** Returns the name of the mailbox that receives the cancellation of a session's call. */
export function cancelBox({ id }: McpSession, callId: RequestId): string {
  return `${id}:cancel:${JSON.stringify(callId)}`;
}

/** Result of forwarding the messages of one request to the calls that wait for them. */
export interface Forwarded {
  /** Whether all messages of the request were answers. Nothing else then needs processing. */
  isAll: boolean;
  /** Reason why an answer was not delivered; `null` when every answer was delivered. */
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
