import { recordEvent } from '@framemill/scheduler';
import { expect } from 'vitest';
import type { TestAccount, TestApi } from './start-api.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

/** Somebody signed in to the console. `path` is what follows the list of endpoints. */
export interface Owner {
  account: TestAccount;
  call(method: string, path: string, body?: unknown): ReturnType<TestApi['send']>;
}

/** Three short waits instead of days; the real schedule has a test of its own. */
export const quickTries = { delaysMs: [20, 20, 20], timeoutMs: 2_000, concurrency: 8 };

/** What suites of webhooks do again and again, on the API that `api` answers when a step runs. */
export function webhookSteps(api: () => TestApi) {
  const receivers: Receiver[] = [];

  async function receiverOf(say?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
    const receiver = await startReceiver(say);
    receivers.push(receiver);
    return receiver;
  }

  async function newOwner(): Promise<Owner> {
    const account = await api().account();
    const login = await api().signIn(account);
    return {
      account,
      call: (method, path, body) => api().send(null, method, `/api/developer/webhooks${path}`, body, login),
    };
  }

  async function register(owner: Owner, url: string, more: object = {}) {
    const { status, body } = await owner.call('POST', '', { url, ...more });
    expect(status).toBe(201);
    const { endpoint, secret } = body;
    return { id: String(endpoint.id), secret: String(secret) };
  }

  /** Writes an event as the transaction of the change does. */
  async function happen(account: TestAccount, type: string, payload: Record<string, string | number>): Promise<void> {
    const { accountId } = account;
    const event = { type, accountId, payload, ...(type.startsWith('app.') ? { appId: account.appId } : {}) };
    await api().deps.database.client.$transaction((tx) => recordEvent(tx, event));
  }

  /** The log of an endpoint as the console shows it, once `count` of its deliveries have ended. */
  async function settled(owner: Owner, endpointId: string, count = 1) {
    const where = { endpointId, status: { not: 'PENDING' } };
    await expect
      .poll(() => api().deps.database.client.webhookDelivery.count({ where }), { timeout: 50_000 })
      .toBe(count);
    return (await owner.call('GET', `/${endpointId}/deliveries`)).body.deliveries;
  }

  async function closeReceivers(): Promise<void> {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  }

  return { receiverOf, newOwner, register, happen, settled, closeReceivers };
}
