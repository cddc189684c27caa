import { EventEmitter, on } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { outboxChannel } from '@framemill/scheduler';
import { forSuite } from '@framemill/testing/for-suite';
import { type LocalServer, startFileServer } from '@framemill/testing/local-server';
import { afterEach, expect } from 'vitest';
import { startApi, type TestAccount, type TestApi } from './start-api.ts';

/** Delivery attempt, as the receiver got it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Response of a receiver to a delivery attempt. */
export interface ReceiverAnswer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** Simulated server of a customer, which records webhook deliveries and responds as the test decides. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves with all deliveries once at least `count` have arrived. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/**
 * Starts a server that receives webhooks. `say` returns the response to a delivery, given the delivery and the number
 * of earlier ones; null sends no response.
 */
export async function startReceiver(
  say: (received: Received, before: number) => ReceiverAnswer | null | Promise<ReceiverAnswer> = () => ({
    status: 204,
  }),
): Promise<Receiver> {
  const received: Received[] = [];
  const events = new EventEmitter();
  const server: LocalServer = await startFileServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const entry = { path: request.url ?? '', headers, body: (await buffer(request)).toString('utf8') };
    received.push(entry);
    events.emit('received');
    const answer = await say(entry, received.length - 1);
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  return {
    url: server.url,
    received,
    async until(count) {
      const arrivals = on(events, 'received');
      while (received.length < count) await arrivals.next();
      await arrivals.return?.();
      return received;
    },
    close: server.close,
  };
}

/** Signed-in owner of webhook endpoints. The `path` of `call` is relative to the list of endpoints. */
export interface Owner {
  account: TestAccount;
  call(method: string, path: string, body?: unknown): ReturnType<TestApi['send']>;
}

/** Retry settings with three delays of 20 ms instead of hours. The production delays have their own test. */
const quickTries = { delaysMs: [20, 20, 20], timeoutMs: 2_000, concurrency: 8 };

/**
 * Starts an API for a suite of webhooks, with helper functions. The returned `api` may only be called while the suite's
 * tests run.
 */
export function webhookSuite() {
  const receivers: Receiver[] = [];
  const api = forSuite(() => startApi({ webhooks: quickTries }));
  afterEach(() => Promise.all(receivers.splice(0).map((receiver) => receiver.close())));

  async function receiverOf(say?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
    const receiver = await startReceiver(say);
    receivers.push(receiver);
    return receiver;
  }

  async function newOwner(): Promise<Owner> {
    const account = await api.account();
    const login = await api.signIn(account);
    return {
      account,
      call: (method, path, body) => api.send(null, method, `/api/developer/webhooks${path}`, body, login),
    };
  }

  async function register(owner: Owner, url: string, more: object = {}) {
    const { status, body } = await owner.call('POST', '', { url, ...more });
    expect(status).toBe(201);
    const { endpoint, secret } = body;
    return { id: String(endpoint.id), secret: String(secret) };
  }

  /** Records an event in the outbox as `recordEvent` does, with a reduced payload. */
  async function happen(account: TestAccount, type: string, payload: Record<string, string | number>): Promise<void> {
    const { accountId } = account;
    const event = { type, accountId, payload, ...(type.startsWith('app.') ? { appId: account.appId } : {}) };
    await api.deps.database.client.$transaction(async (tx) => {
      await tx.outboxEvent.create({ data: event });
      await tx.$executeRaw`SELECT pg_notify(${outboxChannel}, ${type})`;
    });
  }

  /**
   * Waits until exactly `count` deliveries of an endpoint have ended, and returns the endpoint's log as the console
   * shows it.
   */
  async function completed(owner: Owner, endpointId: string, count = 1) {
    const where = { endpointId, status: { not: 'PENDING' } };
    await expect.poll(() => api.deps.database.client.webhookDelivery.count({ where })).toBe(count);
    return (await owner.call('GET', `/${endpointId}/deliveries`)).body.deliveries;
  }

  return { api, receiverOf, newOwner, register, happen, completed };
}
