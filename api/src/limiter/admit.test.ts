import { createMetrics } from '@framemill/infra';
import { expect, it } from 'vitest';
import { admit } from './admit.ts';
import type { Limiter } from './limiter.ts';

it('counts what it refuses by bucket, and nothing that it lets in', async () => {
  const { rateLimited } = createMetrics('test');
  const bucket = { name: 'console_door', limit: 1 };
  const answers = [
    { refusedBy: null, remaining: 0, retryAfterSec: 0, value: null },
    { refusedBy: bucket, remaining: 0, retryAfterSec: 7, value: null },
  ];
  const limiter: Pick<Limiter, 'take'> = { take: async () => answers.shift() ?? expect.fail('asked too often') };
  await admit(limiter, 'address', bucket, { rateLimited });
  expect((await rateLimited.get()).values).toEqual([]);
  await expect(admit(limiter, 'address', bucket, { rateLimited })).rejects.toMatchObject({
    ...{ code: 'rate_limited', details: { retryAfterSec: 7 } },
  });
  expect((await rateLimited.get()).values).toEqual([{ value: 1, labels: { bucket: 'console_door' } }]);
});
