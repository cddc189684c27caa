import { createRedis, type RedisServer, startRedisServer } from '@framemill/infra';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, expect, it } from 'vitest';
import { startApi } from './start-api.ts';

let limiterRedis: RedisServer;
const folder = suiteFolder();
beforeAll(async () => {
  limiterRedis = await startRedisServer({ folder, password: 'test', throwaway: true });
});
const api = forSuite(() => startApi({ redisUrl: limiterRedis.url }));

it('answers 503 unavailable with Retry-After 30 while Redis does not answer or is gone', async () => {
  const account = await api.account();
  expect((await api.send(account, 'GET', '/v1/me')).status).toBe(200);

  const other = createRedis(limiterRedis.url, 'plain');
  await other.call('CLIENT', 'PAUSE', '60000', 'ALL');
  const paused = await api.send(account, 'GET', '/v1/me');
  expect([paused.status, paused.body.error.code, paused.headers['retry-after']]).toEqual([503, 'unavailable', '30']);
  other.disconnect();

  await limiterRedis.stop();
  const gone = await api.send(account, 'GET', '/v1/me');
  expect([gone.status, gone.body.error.code, gone.headers['retry-after']]).toEqual([503, 'unavailable', '30']);
});

it('says so on pages too', async () => {
  await limiterRedis.stop();
  const page = await api.inject({ method: 'GET', url: '/oauth/sign-in' });
  expect([page.status, page.headers['content-type'], page.headers['retry-after']]).toEqual([
    503,
    'text/html; charset=utf-8',
    '30',
  ]);
});
