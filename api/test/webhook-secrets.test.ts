import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { type Received, webhookSuite } from './webhook-suite.ts';

const { api, receiverOf, newOwner, register } = webhookSuite();

/** Returns for each secret whether the signature of a delivery is valid with that secret. */
function fitting(got: Received | undefined, secrets: readonly string[]): boolean[] {
  return secrets.map((secret) => {
    try {
      new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {});
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Creates an endpoint with its receiver. `next` sends a test event and returns its delivery; `rotate` replaces the
 * secret.
 */
async function start() {
  const [owner, receiver] = [await newOwner(), await receiverOf()];
  const { id, secret } = await register(owner, receiver.url);
  const next = async () => {
    const count = receiver.received.length + 1;
    await owner.call('POST', `/${id}/test`, {});
    return (await receiver.until(count)).at(-1);
  };
  const rotate = async (query = '') => (await owner.call('POST', `/${id}/secret${query}`)).body;
  return { id, secret, next, rotate };
}

it('a replaced secret signs beside the new one for a day, so that receivers can change over', async () => {
  const { id, secret: first, next, rotate } = await start();
  const before = Date.now();
  const { secret: second, oldSecretUntil } = await rotate();
  expect(Math.abs(Date.parse(oldSecretUntil) - before - 24 * 3_600_000)).toBeLessThan(60_000);
  expect(fitting(await next(), [first, second])).toEqual([true, true]);

  const { secret: third } = await rotate('?overlapHours=1');
  expect(fitting(await next(), [first, second, third])).toEqual([false, true, true]);

  const { webhookEndpoint } = api.deps.database.client;
  await webhookEndpoint.update({ where: { id }, data: { oldSecretUntil: new Date(Date.now() - 1) } });
  expect(fitting(await next(), [first, second, third])).toEqual([false, false, true]);
  await api.webhooks.prune();
  const row = await webhookEndpoint.findUniqueOrThrow({ where: { id } });
  expect([row.oldSecret, api.deps.secrets.open('WebhookEndpoint', id, row.secret)]).toEqual([null, third]);
});

it('a secret that leaked ends at once', async () => {
  const { secret: leaked, next, rotate } = await start();
  const { secret } = await rotate('?overlapHours=0');
  expect(fitting(await next(), [leaked, secret])).toEqual([false, true]);
});

it('of two replaced at the same time one is the old one of the other', async () => {
  const { secret: first, next, rotate } = await start();
  const [a, b] = await Promise.all([rotate(), rotate()]);
  expect(fitting(await next(), [first, a.secret, b.secret])).toEqual([false, true, true]);
});
