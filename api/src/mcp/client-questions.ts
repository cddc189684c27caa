import { randomBytes } from 'node:crypto';
import type { Logger, Redis } from '@framemill/infra';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { answerBox, cancelBox, createMailboxes } from './session-messages.ts';
import type { McpSession } from './sessions.ts';

/**
 * Maximum time for a client to answer a question, in milliseconds. It is long because a person may have to read and
 * think.
 */
const ANSWER_MS = 300_000;
/** Maximum number of unanswered questions of one account in one process. */
const MOST_OF_ACCOUNT = 8;

/**
 * Passes the questions that MCP servers ask during tool calls to the clients, and the answers back to the servers. Used
 * only for protocol versions before 2026-07-28.
 */
export interface ClientQuestions {
  /**
   * Connects an MCP server to the transport of one request of a session.
   * `connect` is the server's own method for this. The server receives the client's capabilities that `initialize`
   * stated, and the answers to its questions, even if the client sends an answer to another process of the service.
   */
  connect(connect: (transport: Transport) => Promise<void>, transport: Transport, whose: Whose): Promise<void>;
  /** Calls `onCancel` when the client cancels a call. Returns a function that ends the subscription. */
  hearCancel(session: McpSession, callId: RequestId, onCancel: () => void): () => void;
  /** Ends all unanswered questions with an error, and closes the mailboxes in which answers arrive. */
  close(): void;
}

/** Session of the client to ask, and the account that it belongs to. */
interface Whose {
  session: McpSession;
  accountId: string;
}

/**
 * Creates the `ClientQuestions` of one process. `answerMs`: maximum time for an answer, in ms. `most`: maximum number
 * of unanswered questions of one account.
 */
export function createClientQuestions(
  deps: { redis: Redis; log: Logger },
  { answerMs = ANSWER_MS, most = MOST_OF_ACCOUNT }: { answerMs?: number; most?: number } = {},
): ClientQuestions {
  const mailboxes = createMailboxes(deps);
  /** Number of unanswered questions, by account id. */
  const held = new Map<string, number>();
  const ends = new Set<(reason: string) => void>();

  function enter(accountId: string): () => void {
    const count = held.get(accountId) ?? 0;
    if (count >= most)
      throw new Error(`This account already has ${most} unanswered questions. Nothing was done. Answer one first.`);
    held.set(accountId, count + 1);
    return () => {
      const left = (held.get(accountId) ?? 1) - 1;
      if (left > 0) held.set(accountId, left);
      else held.delete(accountId);
    };
  }

  /**
   * Changes a transport so that the answers to the server's questions arrive through the mailboxes.
   * Returns a function that repeats the `initialize` message of the session to the server.
   */
  function attach(transport: Transport, { session, accountId }: Whose): () => Promise<void> {
    const send = transport.send.bind(transport);
    const begun = Promise.withResolvers<void>();
    const beginId = newId();
    /** Unanswered questions, by the request id that the server gave them. */
    const waiting = new Map<RequestId, { id: string; end(): void }>();
    const onClose = transport.onclose;
    let closeBox: Promise<() => void> | null = null;
    /** Request id of the current tool call. Questions can be sent to the client only in its response stream. */
    let callId: RequestId | undefined;

    async function ask(message: JSONRPCRequest, given: Parameters<typeof send>[1]): Promise<void> {
      const relatedRequestId = given?.relatedRequestId ?? callId;
      if (relatedRequestId === undefined) throw new Error('A question can be sent to the client only during a call.');
      const options = { ...given, relatedRequestId };
      const leave = enter(accountId);
      const id = newId();
      let timer: NodeJS.Timeout | undefined;
      let shut = () => {};
      const end = () => {
        if (waiting.get(message.id)?.id !== id) return;
        waiting.delete(message.id);
        ends.delete(refuse);
        clearTimeout(timer);
        shut();
        leave();
      };
      const receive = (answer: object) => {
        if (waiting.get(message.id)?.id !== id) return;
        end();
        transport.onmessage?.({ jsonrpc: '2.0', id: message.id, ...answer } as JSONRPCMessage);
      };
      const refuse = (reason: string) => {
        const params = { requestId: id, reason };
        send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, options).catch(() => undefined);
        receive({ error: { code: -32_001, message: reason } });
      };
      waiting.set(message.id, { id, end });
      ends.add(refuse);
      try {
        await hearCancel(relatedRequestId);
        const opened = await mailboxes.open(answerBox(session, id), (text) => receive(JSON.parse(text)));
        if (waiting.get(message.id)?.id !== id) {
          opened();
          throw new Error('The call ended before its question was sent to the client.');
        }
        shut = opened;
        timer = setTimeout(() => refuse(`No answer arrived within ${answerMs / 1_000} s. Nothing was done.`), answerMs);
        await send({ ...message, id }, options);
      } catch (error) {
        end();
        throw error;
      }
    }

    /** Subscribes to the client's cancellation of a call. A cancellation closes the transport, which ends the call. */
    async function hearCancel(id: RequestId): Promise<void> {
      closeBox ??= mailboxes.open(cancelBox(session, id), () => void transport.close());
      await closeBox;
    }

    transport.send = async (message, options) => {
      if (isJSONRPCResponse(message) && message.id === beginId) return begun.resolve();
      if (isJSONRPCRequest(message)) return ask(message, options);
      if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') {
        return send(message, options);
      }
      // The client knows a question by another id than the server.
      const question = waiting.get(message.params?.requestId as RequestId);
      if (!question) return;
      question.end();
      return send({ ...message, params: { ...message.params, requestId: question.id } }, options);
    };
    transport.onclose = () => {
      for (const { end } of [...waiting.values()]) end();
      closeBox?.then(
        (shut) => shut(),
        () => undefined,
      );
      onClose?.();
    };
    return () => {
      const { protocolVersion, capabilities } = session;
      const params = { protocolVersion, capabilities, clientInfo: { name: 'session', version: '1' } };
      const { onmessage } = transport;
      transport.onmessage = (message, extra) => {
        if (isJSONRPCRequest(message)) callId ??= message.id;
        onmessage?.(message, extra);
      };
      onmessage?.({ jsonrpc: '2.0', id: beginId, method: 'initialize', params });
      return begun.promise;
    };
  }

  return {
    async connect(connect, transport, whose) {
      const begin = attach(transport, whose);
      await connect(transport);
      await begin();
    },
    hearCancel(session, callId, onCancel) {
      const opened = mailboxes.open(cancelBox(session, callId), onCancel);
      // Without Redis a cancellation is not received, and the call continues.
      return () => void opened.then((shut) => shut()).catch(() => undefined);
    },
    close() {
      for (const refuse of [...ends]) refuse('The service is stopping. Nothing was done; call again.');
      mailboxes.close();
    },
  };
}

/** Creates the id of a question. It cannot be guessed, so that only the client that was asked can answer. */
function newId(): string {
  return randomBytes(18).toString('base64url');
}
