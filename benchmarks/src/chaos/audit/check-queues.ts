import { queuePrefix } from '@framemill/scheduler/protocol';
import { until } from '../../measure/until.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { AuditLine } from './audit-line.ts';

/** Checks that no render job remains in any queue. */
export async function checkQueues(stack: ChaosStack): Promise<AuditLine> {
  // The leader checks every 2 s for completions without a notification; a job of a killed node stays locked for 10 s.
  await until('the queues are empty', 20_000, async () => (await jobsLeft(stack)).length === 0).catch(() => undefined);
  const left = await jobsLeft(stack);
  const memory = await stack.redis.info('memory');
  const bytes = Number(/used_memory:(\d+)/.exec(memory)?.[1]);
  return {
    check: 'Redis holds no dead job',
    found: `${left.length} jobs of renders, ${await stack.redis.dbsize()} keys, ${(bytes / 1e6).toFixed(1)} MB in all${left
      .slice(0, 3)
      .map((key) => `; ${key}`)
      .join('')}`,
    ok: left.length === 0,
  };
}

async function jobsLeft(stack: ChaosStack): Promise<string[]> {
  const keys = new Set<string>();
  const pattern = `${queuePrefix}:*:c_*`;
  let cursor = '0';
  do {
    const [next, some] = await stack.redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1_000);
    for (const key of some) keys.add(key);
    cursor = next;
  } while (cursor !== '0');
  return [...keys];
}
