import { expect, it } from 'vitest';
import { isRedisUrl, sentinelOptions } from './redis-address.ts';

it('reads the addresses of Sentinels, the name of the primary, and the users of both', () => {
  const url = 'redis+sentinel://node:p%40%3Ax@s1,s2:26380,[::1]:5/main/3?sentinelUser=u&sentinelPassword=w';
  expect(sentinelOptions(url)).toEqual({
    sentinels: [
      { host: 's1', port: 26_379 },
      { host: 's2', port: 26_380 },
      { host: '::1', port: 5 },
    ],
    ...{ name: 'main', db: 3, username: 'node', password: 'p@:x' },
    ...{ sentinelUsername: 'u', sentinelPassword: 'w' },
  });
  expect(sentinelOptions('redis+sentinel://:p@s1/main')).toMatchObject({ name: 'main', db: 0, password: 'p' });
});

it('uses TLS to Sentinels and servers alike', () => {
  const tls = { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true };
  expect(sentinelOptions('rediss+sentinel://s1/main')).toMatchObject(tls);
  expect(sentinelOptions('redis+sentinel://s1/main')).not.toHaveProperty('tls');
});

it.each([
  ['redis://:p@a:6379/1', true],
  ['rediss://a', true],
  ['redis+sentinel://s1/main', true],
  ['redis+sentinel://s1', false],
  ['redis+sentinel:///main', false],
  ['redis+sentinel://s1,/main', false],
  ['redis+sentinel://s1:x/main', false],
  ['redis://a:99999', false],
  ['http://a', false],
])('%s: a REDIS_URL is %s', (url, is) => {
  expect(isRedisUrl(url)).toBe(is);
});
