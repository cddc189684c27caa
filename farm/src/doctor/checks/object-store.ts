import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createObjectStore } from '@framemill/infra/process';
import { storeName } from '../../node/farm-store.ts';
import type { Check } from '../check.ts';

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
        if (!read.equals(body)) throw new Error(`The ${where} returned other bytes than were written.`);
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
