import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import {
  createDatabase,
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  type Database,
  type ObjectStore,
  type Redis,
} from '@framemill/infra';
import { type TestServices, testServices } from '@framemill/infra/testing';
// biome-ignore lint/style/noRestrictedImports: this suite runs the whole stack; only src/ is a node.
import { createSchedulerClient, type RenderRow, type SchedulerClient, startScheduler } from '@framemill/scheduler';
import type { Document, MediaFacts } from '@framemill/timeline';
import { vi } from 'vitest';
import { type FarmProcess, spawnFarm } from './farm-process.ts';

/**
 * Complete service without nodes, from real components: PostgreSQL, Redis, a folder as object store, a scheduler and
 * its client.
 */
export interface Stack {
  services: TestServices;
  redis: Redis;
  store: ObjectStore;
  database: Database;
  client: SchedulerClient;
  /** Starts a node in a separate process and waits until it has joined. `close` ends it unless the test has done so. */
  farm(slots: number, nodeId: string, env?: Record<string, string>): Promise<FarmProcess>;
  account(): Promise<string>;
  /** Stores a source as an upload of the account and lets a node probe it. Returns its media id. */
  upload(accountId: string, name: string, bytes: Buffer): Promise<string>;
  /** Stores bytes as a source with the given, possibly false `facts`, like a hostile upload that deceived the probe. */
  forge(accountId: string, bytes: Buffer, facts: Omit<MediaFacts, 'sha256' | 'sizeBytes'>): Promise<string>;
  /** Creates a project from the document and starts its render. Returns the render's id. */
  render(
    accountId: string,
    document: Document,
    format?: 'mp4' | 'webm' | 'gif',
    quality?: 'draft' | 'high',
  ): Promise<string>;
  row(renderId: string): Promise<RenderRow>;
  /** Waits until the render has a status. Throws the render's error when it ends with another one. */
  reaches(renderId: string, status: string): Promise<RenderRow>;
  /** Returns the SHA-256 of the finished file. */
  exportHash(renderId: string): Promise<string>;
  /** Returns the bytes of the finished file. */
  exportBytes(renderId: string): Promise<Buffer>;
  outcomes(renderId: string): Promise<string[]>;
  stopFarms(): Promise<void>;
  close(): Promise<void>;
}

export async function openStack(): Promise<Stack> {
  const services = await testServices();
  const { databaseUrl, redisUrl } = services;
  const log = createLogger('test', { level: process.env.TEST_LOG ?? 'silent' });
  const database = createDatabase(databaseUrl);
  const store = await createObjectStore(services.objects);
  const redis = createRedis(redisUrl, 'plain');
  const client = await createSchedulerClient({ database, redisUrl, store, log });
  const metrics = createMetrics('scheduler');
  const scheduler = await startScheduler({ database, databaseUrl, redisUrl, store, log, metrics });
  const farms: FarmProcess[] = [];

  const row = (renderId: string) => database.client.render.findUniqueOrThrow({ where: { id: renderId } });
  const exportBytes = async (renderId: string) => {
    const { exportKey } = await row(renderId);
    return buffer((await store.get(exportKey ?? '')).body);
  };
  const stopFarms = async () => {
    for (const farm of farms) farm.kill('SIGTERM');
    await Promise.all(farms.splice(0).map((farm) => farm.exited));
  };

  return {
    services,
    redis,
    store,
    database,
    client,
    row,
    stopFarms,
    async farm(slots, nodeId, env = {}) {
      const settings = { REDIS_URL: redisUrl, DATA_DIR: services.folder, NODE_ID: nodeId, LOG_LEVEL: 'info', ...env };
      const farm = spawnFarm(settings, ['--slots', String(slots)]);
      farms.push(farm);
      await farm.joined;
      return farm;
    },
    async account() {
      const id = `acc_${randomUUID()}`;
      await database.client.account.create({ data: { id, email: `${id}@example.com`, name: 'test', plan: 'studio' } });
      return id;
    },
    async upload(accountId, name, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const id = `med_${randomUUID()}`;
      const objectKey = `uploads/${id}/${name}`;
      await store.put(objectKey, bytes);
      const data = { id, accountId, name, sizeBytes: bytes.length, sha256, objectKey };
      await database.client.media.create({ data });
      const facts = await client.requestProbe({
        mediaId: id,
        objectKey,
        sha256,
        sizeBytes: bytes.length,
        timeoutMs: 10_000,
      });
      await database.client.media.update({ where: { id }, data: { status: 'READY', facts: { ...facts } } });
      return id;
    },
    async forge(accountId, bytes, claimed) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const id = `med_${randomUUID()}`;
      const objectKey = `uploads/${id}/forged`;
      await store.put(objectKey, bytes);
      const facts = { ...claimed, sha256, sizeBytes: bytes.length };
      const data = {
        id,
        accountId,
        name: 'forged',
        status: 'READY',
        sizeBytes: bytes.length,
        sha256,
        objectKey,
        facts,
      };
      await database.client.media.create({ data });
      return id;
    },
    async render(accountId, document, format = 'mp4', quality = 'draft') {
      const id = `prj_${randomUUID()}`;
      // Prisma's JSON type knows no optional fields: what it stores is this text anyway.
      const json = JSON.parse(JSON.stringify(document));
      await database.client.project.create({ data: { id, accountId, name: 'test', document: json } });
      const { render } = await client.admit({
        ...{ accountId, projectId: id, format, quality },
        resolution: 'full',
        environment: 'live',
      });
      return render.id;
    },
    async reaches(renderId, status) {
      return vi.waitFor(
        async () => {
          const now = await row(renderId);
          if (now.status === status) return now;
          const message =
            `${now.status} ${now.progress} % ` +
            `${now.errorMsg ?? ''}\n${farms.map((farm) => farm.output()).join('\n')}`;
          throw new Error(message);
        },
        { timeout: 180_000, interval: 50 },
      );
    },
    exportBytes,
    async exportHash(renderId) {
      return createHash('sha256')
        .update(await exportBytes(renderId))
        .digest('hex');
    },
    async outcomes(renderId) {
      const attempts = await database.client.attempt.findMany({ where: { task: { renderId } } });
      return attempts.map((attempt) => attempt.outcome);
    },
    async close() {
      await stopFarms();
      await scheduler.stop();
      await client.close();
      redis.disconnect();
      await database.close();
      await services.close();
    },
  };
}
