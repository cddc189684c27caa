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
import { createMailboxes } from './mailboxes.ts';
import { answerBox, cancelBox } from './session-messages.ts';
import type { McpSession } from './sessions.ts';

/** How long a client may take for an answer, in milliseconds: a person may have to read and think. */
const ANSWER_MS = 300_000;
/** Questions of one account that wait in one process. */
const MOST_OF_ACCOUNT = 8;

/** What servers of the versions before 2026-07-28 ask their clients in the middle of a call. */
export interface ClientQuestions {
  /**
   * Connects a server to the transport of one request of a session. `connect` is the server's own. The server knows what the
   * client said when it began, and what it asks is answered by whichever process the client sends the answer to.
   */
  connect(connect: (transport: Transport) => Promise<void>, transport: Transport, whose: Whose): Promise<void>;
  /** Calls `onCancel` when the client of a call says that it no longer waits for it, until the answer ends. */
  hearCancel(session: McpSession, callId: RequestId, onCancel: () => void): () => void;
  /** Ends all that wait. */
  close(): void;
}

/** Who is asked. */
interface Whose {
  session: McpSession;
  accountId: string;
}

/** Makes those of one process. */
export function createClientQuestions(
  deps: { redis: Redis; log: Logger },
  { answerMs = ANSWER_MS, most = MOST_OF_ACCOUNT }: { answerMs?: number; most?: number } = {},
): ClientQuestions {
  const mailboxes = createMailboxes(deps);
  /** Questions that wait, by account. */
  const held = new Map<string, number>();
  const ends = new Set<(reason: string) => void>();

  function enter(accountId: string): () => void {
    const count = held.get(accountId) ?? 0;
    if (count >= most) throw new Error(`${most} questions of this account wait already. Nothing was done.`);
    held.set(accountId, count + 1);
    return () => {
      const left = (held.get(accountId) ?? 1) - 1;
      if (left > 0) held.set(accountId, left);
      else held.delete(accountId);
    };
  }

  /** Has the questions of a transport answered. Returns a function that gives the server the client's `initialize` again. */
  function attach(transport: Transport, { session, accountId }: Whose): () => Promise<void> {
    const send = transport.send.bind(transport);
    const begun = Promise.withResolvers<void>();
    const beginId = newId();
    /** Questions that wait, by the number that the server knows them by. */
    const waiting = new Map<RequestId, { id: string; end(): void }>();
    const onClose = transport.onclose;
    let closeBox: Promise<() => void> | null = null;
    /** The call that came in: its stream is the only way to the client. */
    let callId: RequestId | undefined;

    async function ask(message: JSONRPCRequest, given: Parameters<typeof send>[1]): Promise<void> {
      const relatedRequestId = given?.relatedRequestId ?? callId;
      if (relatedRequestId === undefined) throw new Error('The client is asked in the middle of a call only.');
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
          throw new Error('The client is gone.');
        }
        shut = opened;
        timer = setTimeout(() => refuse(`No answer came within ${answerMs / 1_000} s. Nothing was done.`), answerMs);
        await send({ ...message, id }, options);
      } catch (error) {
        end();
        throw error;
      }
    }

    /** Ends the call when the client says that it no longer waits for it. */
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
      // What the server takes back, the client knows by another name.
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
      // Without Redis it is not heard, and the call goes on.
      return () => void opened.then((shut) => shut()).catch(() => undefined);
    },
    close() {
      for (const refuse of [...ends]) refuse('The service is stopping. Nothing was done; call again.');
      mailboxes.close();
    },
  };
}

/** The name of a question: whoever was not asked cannot know it. */
function newId(): string {
  return randomBytes(18).toString('base64url');
}
