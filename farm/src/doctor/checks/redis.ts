import { createRedis, redisReady, requireRedisUrl } from '@framemill/infra/process';
import type { Check } from '../check.ts';

const oldest = [6, 2] as const;

/** Connects to Redis and checks its version, its eviction policy and its persistence. */
export const redis: Check = {
  name: 'Redis',
  async run({ config }) {
    const connection = createRedis(requireRedisUrl(config), 'plain');
    try {
      await redisReady(connection, 5_000, 5_000);
      const startedAt = performance.now();
      await connection.ping();
      const pingMs = performance.now() - startedAt;
      const info = `${await connection.info('server')}\n${await connection.info('memory')}\n${await connection.info('persistence')}`;
      const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
      const version = value('redis_version');
      const policy = value('maxmemory_policy');
      const isKept = value('aof_enabled') === '1';
      const details = { version, policy, isKept, pingMs };
      const text = `${version}, ${policy}, append-only file ${isKept ? 'on' : 'off'}, answers in ${pingMs.toFixed(1)} ms`;
      if (isOlder(version))
        return { verdict: 'fail', text: `${text}: ${oldest.join('.')} or newer is needed`, details };
      if (policy !== 'noeviction') {
        return { verdict: 'fail', text: `${text}: it may drop jobs. Set maxmemory-policy noeviction`, details };
      }
      if (!isKept)
        return { verdict: 'warn', text: `${text}: queues are lost when it stops. Set appendonly yes`, details };
      return { verdict: 'ok', text, details };
    } finally {
      connection.disconnect();
    }
  },
};

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
}
