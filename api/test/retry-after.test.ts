import { forSuite } from '@framemill/testing/for-suite';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { sharedApi } from './shared-api.ts';

const origin = 'http://api.test';

const api = forSuite(sharedApi);

const guess = { email: 'nobody@test.example', password: 'a wrong guess' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

// Every door has an address of its own: what one admits must not count at another.
const doors: [string, number, number, InjectOptions][] = [
  ['signing in', 10, 900, { method: 'POST', url: '/api/auth/sign-in', remoteAddress: '192.0.2.1', payload: guess }],
  ['the console', 60, 60, { method: 'POST', url: '/api/auth/sign-out', remoteAddress: '192.0.2.2' }],
  ['registration of clients', 20, 60, { method: 'POST', url: '/api/oauth/register', remoteAddress: '192.0.2.3' }],
  ['pages', 600, 60, { method: 'GET', url: '/oauth/style.css', remoteAddress: '192.0.2.4' }],
  [
    'the form to sign in',
    10,
    900,
    {
      ...{ method: 'POST', url: '/oauth/sign-in', remoteAddress: '192.0.2.5', headers: form },
      payload: new URLSearchParams(guess).toString(),
    },
  ],
];

it.each(doors)('%s says with 429 how many seconds to wait', async (_what, limit, windowSec, request) => {
  const knock = () => api.inject({ ...request, headers: { origin, ...request.headers } });
  const admitted = await Promise.all(Array.from({ length: limit }, knock));
  expect(admitted.map(({ status }) => status)).not.toContain(429);
  const refused = await knock();
  expect(refused.status).toBe(429);
  const waitSec = Number(refused.headers['retry-after']);
  expect(waitSec).toBeGreaterThan(0);
  expect(waitSec).toBeLessThanOrEqual(windowSec);
  if (refused.body !== null) expect(refused.body.error.retryAfterSec).toBe(waitSec);
});
