import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './start-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('answers 503 unavailable with Retry-After 30 while Redis is away', async () => {
  const account = await api.account();
  expect((await api.send(account, 'GET', '/v1/me')).status).toBe(200);
  await api.services.redis.stop();
  const answer = await api.send(account, 'GET', '/v1/me');
  expect([answer.status, answer.body.error.code]).toEqual([503, 'unavailable']);
  expect(answer.headers['retry-after']).toBe('30');
});
