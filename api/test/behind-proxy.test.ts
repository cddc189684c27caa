import { expect, it } from 'vitest';
import { startApi } from './start-api.ts';

const TRIES = 10;

/**
 * Sends wrong passwords from one client address until the rate limit refuses it. Returns whether a second client
 * address behind the same proxy is refused as well.
 */
async function isSecondCallerStopped(trustedProxies: readonly string[]): Promise<boolean> {
  const api = await startApi({ trustedProxies });
  try {
    const email = `proxied-${trustedProxies.length}@example.org`;
    const signIn = async (caller: string) => {
      const answer = await api.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        remoteAddress: '10.0.0.2',
        headers: { origin: 'http://api.test', 'x-forwarded-for': caller },
        payload: { email, password: 'not the password' },
      });
      return answer.status;
    };
    for (let index = 0; index < TRIES; index += 1) expect(await signIn('198.51.100.1')).toBe(401);
    expect(await signIn('198.51.100.1')).toBe(429);
    return (await signIn('198.51.100.2')) === 429;
  } finally {
    await api.close();
  }
}

it('behind a trusted proxy each caller is told apart by the address that the proxy names', async () => {
  expect(await isSecondCallerStopped(['10.0.0.0/8'])).toBe(false);
});

it('nobody else can name an address: the peer is the caller', async () => {
  expect(await isSecondCallerStopped([])).toBe(true);
});
