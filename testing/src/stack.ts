import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
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
import {
  createSchedulerClient,
  type RenderRow,
  type Scheduler,
  type SchedulerClient,
  type SchedulerDeps,
  startScheduler,
} from '@framemill/scheduler';
import type { Document } from '@framemill/timeline';
import { vi } from 'vitest';
import { shapeDocument } from './documents.ts';
import { type FakeNode, type FakeNodeOptions, startFakeNode } from './fake-node.ts';
import { type Program, spawnOn } from './program.ts';
import { asRole, type TestServices, testServices } from './services.ts';

type SchedulerOptions = Pick<SchedulerDeps, 'lossPatienceMs' | 'engineGraceMs'>;

/** Database, Redis, object store, scheduler client, schedulers and nodes of one test suite. */
export interface Stack {
  readonly services: TestServices;
  readonly database: Database;
  readonly redis: Redis;
  readonly store: ObjectStore;
  readonly client: SchedulerClient;
  readonly log: Logger;
  /**
   * Starts a scheduler in the test's own process, with the rights of the scheduler's database role. `lossPatienceMs` is
   * 300 when it is absent.
   */
  startScheduler(options?: SchedulerOptions): Promise<Scheduler>;
  /** Starts a simulated node. */
  startNode(options?: Partial<FakeNodeOptions>): Promise<FakeNode>;
  /** Starts a real node in a separate process and waits until it has joined. */
  farm(slots: number, nodeId: string, env?: Record<string, string>): Promise<Program>;
  account(plan?: string, data?: Record<string, unknown>): Promise<string>;
  /**
   * Creates a project from a document and returns its id. A number `content` stands for a document of so many seconds
   * at 30 fps that shares no segments with other documents.
   */
  project(accountId: string, content?: number | Document): Promise<string>;
  /**
   * Creates the record of a READY upload with these properties. They may be wrong, like those of a file that deceived
   * the probe. The media file exists only if `bytes` is given.
   */
  media(accountId: string, facts: object, bytes?: Buffer): Promise<{ id: string; objectKey: string }>;
  /** Stores a file as an upload of the account and lets a node probe it. Returns its media id. */
  upload(accountId: string, name: string, bytes: Buffer): Promise<string>;
  /**
   * Starts a render of a project, or of a new project from a document, by default in draft quality. The render has one
   * segment for each second.
   */
  render(
    accountId: string,
    project: string | Document,
    format?: 'mp4' | 'webm' | 'gif',
    quality?: 'draft' | 'standard' | 'high',
  ): Promise<string>;
  row(renderId: string): Promise<RenderRow>;
  /** Waits until a render has a status. Otherwise throws with the error of the render and the output of the nodes. */
  reaches(renderId: string, status: string, timeoutMs?: number): Promise<RenderRow>;
  /** Returns the bytes of the finished file. */
  exportBytes(renderId: string): Promise<Buffer>;
  /** Returns the SHA-256 of the finished file. */
  exportHash(renderId: string): Promise<string>;
  /** Returns the outcomes of all attempts at the tasks of a render. */
  outcomes(renderId: string): Promise<string[]>;
  /** Stops all nodes. */
  stopNodes(): Promise<void>;
  /** Stops all nodes and schedulers, so that the next test starts without any. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts real services for one test suite and opens a stack on them. With `scheduler`, it also starts a scheduler with
 * the settings of production, which runs until `quiet` or `close`.
 */
export async function openStack(options: { scheduler?: boolean } = {}): Promise<Stack> {
  const services = await testServices();
  const { databaseUrl, redisUrl } = services;
  const database = createDatabase(databaseUrl);
  const store = await createObjectStore(services.objects);
  const redis = createRedis(redisUrl, 'plain');
  const log = createLogger('test', { level: process.env.TEST_LOG ?? 'silent' });
  const client = await createSchedulerClient({ database, redisUrl, store, log });
  const schedulers: Scheduler[] = [];
  const nodes: FakeNode[] = [];
  const farms: Program[] = [];

  const own = { databaseUrl: asRole(databaseUrl, 'scheduler'), redisUrl, store, log };
  const ownDatabase = createDatabase(own.databaseUrl);
  const start = async (settings: SchedulerOptions) => {
    const metrics = createMetrics('scheduler');
    const scheduler = await startScheduler({ ...own, database: ownDatabase, metrics, ...settings });
    schedulers.push(scheduler);
    return scheduler;
  };
  const stopNodes = async () => {
    for (const farm of farms) farm.kill('SIGTERM');
    await Promise.all([...nodes.splice(0).map((node) => node.stop()), ...farms.splice(0).map((farm) => farm.exited)]);
  };
  const quiet = async () => {
    await stopNodes();
    await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop()));
  };
  if (options.scheduler) await start({});

  const stack: Stack = {
    ...{ services, database, redis, store, client, log, stopNodes, quiet },
    startScheduler: (settings = {}) => start({ lossPatienceMs: 300, ...settings }),
    async startNode(settings = {}) {
      const node = await startFakeNode({ redisUrl, store, ...settings });
      nodes.push(node);
      return node;
    },
    async farm(slots, nodeId, env = {}) {
      const farm = spawnOn(services, 'farm', { NODE_ID: nodeId, ...env }, ['--slots', String(slots)]);
      farms.push(farm);
      await farm.ready;
      return farm;
    },
    async account(plan = 'studio', data = {}) {
      const id = `acc_${randomUUID()}`;
      await database.client.account.create({ data: { id, email: `${id}@example.org`, name: id, plan, ...data } });
      return id;
    },
    async project(accountId, content = 4) {
      const id = `prj_${randomUUID()}`;
      // Another color a project: otherwise one would reuse the segments of the other.
      const color = `#${hashOf(id).slice(0, 6)}`;
      const made = typeof content === 'number' ? shapeDocument(content, color) : content;
      // Prisma's JSON type knows no optional fields: what it stores is this text anyway.
      const document = JSON.parse(JSON.stringify(made));
      await database.client.project.create({
        data: { id, accountId, name: id, document, clipCount: made.clips.length },
      });
      return id;
    },
    async media(accountId, facts, bytes) {
      const id = `med_${randomUUID()}`;
      const objectKey = `uploads/${id}`;
      const sha256 = hashOf(bytes ?? id);
      const sizeBytes = bytes?.length ?? 1;
      if (bytes) await store.put(objectKey, bytes);
      const row = { id, accountId, name: id, status: 'READY', sizeBytes, sha256, objectKey };
      const data = { ...row, facts: { ...facts, sha256, sizeBytes } };
      return database.client.media.create({ data, select: { id: true, objectKey: true } });
    },
    async upload(accountId, name, bytes) {
      const id = `med_${randomUUID()}`;
      const file = { objectKey: `uploads/${id}/${name}`, sha256: hashOf(bytes), sizeBytes: bytes.length };
      await store.put(file.objectKey, bytes);
      await database.client.media.create({ data: { id, accountId, name, ...file } });
      const facts = await client.requestProbe({ mediaId: id, ...file, timeoutMs: 200_000 });
      await database.client.media.update({ where: { id }, data: { status: 'READY', facts: { ...facts } } });
      return id;
    },
    async render(accountId, project, format = 'mp4', quality) {
      const isId = typeof project === 'string';
      const { render } = await client.admit({
        ...{ accountId, projectId: isId ? project : await stack.project(accountId, project), format },
        quality: quality ?? (isId ? 'standard' : 'draft'),
        ...{ compression: 'fast', resolution: 'full', environment: 'live' },
      });
      return render.id;
    },
    row: (renderId) => database.client.render.findUniqueOrThrow({ where: { id: renderId } }),
    reaches: (renderId, status, timeoutMs = 380_000) =>
      vi.waitFor(
        async () => {
          const found = await stack.row(renderId);
          if (found.status === status) return found;
          const state = `render is ${found.status}/${found.stage} at ${found.progress} %: ${found.errorMsg ?? ''}`;
          throw new Error([state, ...farms.map((farm) => farm.output())].join('\n'));
        },
        { timeout: timeoutMs, interval: 20 },
      ),
    async exportBytes(renderId) {
      const { exportKey } = await stack.row(renderId);
      return buffer((await store.get(exportKey ?? '')).body);
    },
    exportHash: async (renderId) => hashOf(await stack.exportBytes(renderId)),
    async outcomes(renderId) {
      const attempts = await database.client.attempt.findMany({ where: { task: { renderId } } });
      return attempts.map((attempt) => attempt.outcome);
    },
    async close() {
      await quiet();
      await client.close();
      redis.disconnect();
      store.close();
      await ownDatabase.close();
      await database.close();
      await services.close();
    },
  };
  return stack;
}

function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
