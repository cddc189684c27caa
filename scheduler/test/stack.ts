import { createHash, randomUUID } from 'node:crypto';
import {
  createDatabase,
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  type Database,
  type Logger,
  type ObjectStore,
  type Redis,
} from '@framemill/infra';
import { type TestServices, testServices } from '@framemill/infra/testing';
import { vi } from 'vitest';
import type { RenderRow, Scheduler, SchedulerClient, SchedulerDeps } from '../src/index.ts';
import { createSchedulerClient, startScheduler } from '../src/index.ts';
import { shapeDocument } from './documents.ts';
import { type FakeNode, type FakeNodeOptions, startFakeNode } from './fake-node.ts';

/** Database, Redis, object store and all processes that run on them, for one suite. */
export interface Stack {
  readonly services: TestServices;
  readonly database: Database;
  readonly redis: Redis;
  readonly store: ObjectStore;
  readonly client: SchedulerClient;
  readonly log: Logger;
  /** Starts a scheduler; `lossPatienceMs` is 300 when it is absent. */
  startScheduler(options?: Pick<SchedulerDeps, 'lossPatienceMs' | 'engineGraceMs'>): Promise<Scheduler>;
  startNode(options?: Partial<FakeNodeOptions>): Promise<FakeNode>;
  account(plan?: string, data?: Record<string, unknown>): Promise<string>;
  /**
   * Creates a project of `seconds` seconds at 30 fps, which has one segment per second when it is shorter than 20 s.
   */
  project(accountId: string, seconds?: number): Promise<string>;
  /** Creates the record of a READY upload with these facts. Its bytes do not exist. */
  media(accountId: string, facts: object): Promise<{ id: string; objectKey: string }>;
  render(accountId: string, projectId: string): Promise<string>;
  row(renderId: string): Promise<RenderRow>;
  /** Waits until a render has a status; fails with the row's error when the render ends with another status. */
  reaches(renderId: string, status: string, timeoutMs?: number): Promise<RenderRow>;
  /** Ends all nodes and schedulers, so that the next test starts without them. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

export async function openStack(): Promise<Stack> {
  const services = await testServices();
  const { databaseUrl, redisUrl } = services;
  const database = createDatabase(databaseUrl);
  const store = await createObjectStore(services.objects);
  const redis = createRedis(redisUrl, 'plain');
  const log = createLogger('test', { level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const client = await createSchedulerClient({ database, redisUrl, store, log });
  const schedulers: Scheduler[] = [];
  const nodes: FakeNode[] = [];
  const row = (renderId: string) => database.client.render.findUniqueOrThrow({ where: { id: renderId } });

  const quiet = async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
    await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop()));
  };

  return {
    services,
    database,
    redis,
    store,
    client,
    log,
    row,
    quiet,
    async startScheduler(options = {}) {
      const metrics = createMetrics('scheduler');
      const deps = { database, databaseUrl, redisUrl, store, log, metrics, lossPatienceMs: 300 };
      const scheduler = await startScheduler({ ...deps, ...options });
      schedulers.push(scheduler);
      return scheduler;
    },
    async startNode(options = {}) {
      const node = await startFakeNode({ redisUrl, store, ...options });
      nodes.push(node);
      return node;
    },
    async account(plan = 'studio', data = {}) {
      const id = `acc_${randomUUID()}`;
      await database.client.account.create({ data: { id, email: `${id}@example.org`, name: id, plan, ...data } });
      return id;
    },
    async project(accountId, seconds = 4) {
      const id = `prj_${randomUUID()}`;
      // Another colour a project: otherwise one would reuse the segments of the other.
      const color = `#${createHash('sha256').update(id).digest('hex').slice(0, 6)}`;
      const document = { ...shapeDocument(seconds, color) };
      await database.client.project.create({ data: { id, accountId, name: id, document, clipCount: 1 } });
      return id;
    },
    async media(accountId, facts) {
      const id = `med_${randomUUID()}`;
      const sha256 = createHash('sha256').update(id).digest('hex');
      const row = { id, accountId, name: id, sizeBytes: 1n, sha256, objectKey: `uploads/${id}` };
      const data = { ...row, status: 'READY', facts: { ...facts, sha256, sizeBytes: 1 } };
      return database.client.media.create({ data, select: { id: true, objectKey: true } });
    },
    async render(accountId, projectId) {
      const input = { format: 'mp4', quality: 'standard', resolution: 'full', environment: 'live' } as const;
      return (await client.admit({ accountId, projectId, ...input })).render.id;
    },
    async reaches(renderId, status, timeoutMs = 100_000) {
      return vi.waitFor(
        async () => {
          const found = await row(renderId);
          if (found.status !== status) {
            throw new Error(`render is ${found.status}/${found.stage} at ${found.progress} %: ${found.errorMsg ?? ''}`);
          }
          return found;
        },
        { timeout: timeoutMs, interval: 20 },
      );
    },
    async close() {
      await quiet();
      await client.close();
      redis.disconnect();
      store.close();
      await database.close();
      await services.close();
    },
  };
}
