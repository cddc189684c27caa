import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createObjectStore, createRedis, redisReady, requireRedisUrl } from '@framemill/infra/process';
import { storeName } from '../node/farm-store.ts';
import type { Check } from './check.ts';

/** Writes, reads and deletes a small object, as a node does with segments. */
export const objectStore: Check = {
  name: 'object store',
  async run({ config }) {
    const store = await createObjectStore(config.objects);
    const where = storeName(config.objects);
    const body = randomBytes(64 * 1024);
    const key = `doctor/${randomBytes(12).toString('hex')}`;
    try {
      await store.ping();
      const startedAt = performance.now();
      await store.put(key, body);
      try {
        const read = await buffer((await store.get(key)).body);
        if (!read.equals(body))
          throw new Error(`The ${where} returned other bytes than were written. Check it for storage errors.`);
      } finally {
        await store.delete(key);
      }
      const ms = performance.now() - startedAt;
      return {
        verdict: 'ok',
        text: `${where}: written, read and deleted in ${ms.toFixed(0)} ms`,
        details: { where, ms },
      };
    } finally {
      store.close();
    }
  },
};

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
      const parts = ['server', 'memory', 'persistence'].map((section) => connection.info(section));
      const info = (await Promise.all(parts)).join('\n');
      const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
      const version = value('redis_version');
      const policy = value('maxmemory_policy');
      const isKept = value('aof_enabled') === '1';
      const details = { version, policy, isKept, pingMs };
      const appends = `append-only file ${isKept ? 'on' : 'off'}`;
      const text = `${version}, ${policy}, ${appends}, answers in ${pingMs.toFixed(1)} ms`;
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
