import { join } from 'node:path';
import { browserEnvironment } from '@framemill/compositor/chromium';
import type { NodeRelease } from '@framemill/farm';
import {
  createDatabase,
  createObjectStore,
  createRedis,
  type Database,
  type ObjectStore,
  type Redis,
} from '@framemill/infra';
import type { CrowdedService } from '../../crowding/crowded-service.ts';
import { seedAccount } from '../../stack/seed-accounts.ts';
import { type Part, startPart } from './part.ts';
import {
  type ChaosServices,
  type FarmServices,
  nodeEnvironment,
  type ObjectsIn,
  serverEnvironment,
  startServices,
} from './services.ts';

/** Complete service in separate processes, each of which can be stopped, frozen or killed alone. */
export interface ChaosStack<Services extends FarmServices = FarmServices> {
  readonly services: Services;
  readonly database: Database;
  readonly redis: Redis;
  readonly store: ObjectStore;
  readonly apiHost: string;
  /** All processes that were started, including those that have ended. */
  readonly parts: readonly Part[];
  /**
   * Starts a scheduler. In this and the following methods, `environment` overrides variables of the stack's
   * environment.
   */
  startScheduler(environment?: Record<string, string>): Promise<Part>;
  /** Starts an additional API process. Use `addressOf` to get its address. */
  startApi(environment?: Record<string, string>): Promise<Part>;
  /** Starts a real node. The name of the returned process is the node's id in leases and in the database. */
  startNode(slots: number, environment?: Record<string, string>): Promise<Part>;
  /** Starts a real node that has a browser for rendering html clips. */
  startBrowserNode(slots: number): Promise<Part>;
  /**
   * Returns exactly `count` real nodes with one slot each. It reuses live nodes, stops surplus ones and starts missing
   * ones.
   */
  singleNodes(count: number): Promise<Part[]>;
  /** Starts a node whose render processes take a fixed time and draw nothing: see `paced/main.ts`. */
  startPacedNode(slots: number, pace: Pace): Promise<Part>;
  /** Starts a node without work, for renders of the engine `fingerprint`: see `throughput/noop-node.ts`. */
  startNoopNode(slots: number, ways: { msPerRange: number; fingerprint: string }): Promise<Part>;
  /** Starts a real node whose lease has the version fields of `release`: see `releases/main.ts`. */
  startNodeOfRelease(slots: number, release: NodeRelease): Promise<Part>;
  /** Returns the API's address and process data that the isolation benchmark (`crowding/`) needs. */
  crowded(): CrowdedService;
  account(plan?: string): Promise<ChaosAccount>;
  /** Stops nodes gracefully, all at once. */
  stopNodes(nodes: readonly Part[]): Promise<void>;
  close(): Promise<void>;
}

/** Account of the chaos stack with a live API key. */
export interface ChaosAccount {
  readonly accountId: string;
  readonly key: string;
}

/** Timing of a paced node, whose render processes only simulate work. */
export interface Pace {
  readonly msPerFrame: number;
  /** SHA-256 of a source file. Jobs that use this file crash the render process. Absent when no job crashes. */
  readonly faultySource?: string;
}

/** Returns the `http://host:port` of an API, from its log line `listening`. */
export function addressOf(api: Part): string {
  return String(api.logged('listening')[0]?.address);
}

/**
 * Environment variables that differ for the first API, or a function that returns them. The function is called when the
 * services run, before the API starts.
 */
type ApiEnvironment<Services> = Record<string, string> | ((services: Services) => Promise<Record<string, string>>);

/** Options of a stack: the kind of its object store, and what precedes its first API. */
export interface StackOptions {
  readonly objectsIn?: ObjectsIn;
  readonly apiEnvironment?: ApiEnvironment<ChaosServices>;
}

/**
 * Starts a stack for the scenarios: PostgreSQL, Redis, an object store (of the kind `objectsIn`) and one API.
 * Schedulers, nodes and further APIs start on demand.
 */
export async function openChaosStack(
  root: string,
  { apiEnvironment, ...options }: StackOptions = {},
): Promise<ChaosStack<ChaosServices>> {
  return openStackOn(root, await startServices(options), apiEnvironment);
}

/** Starts a stack as `openChaosStack` does, on services that run already and that are closed with the stack. */
export async function openStackOn<Services extends FarmServices>(
  root: string,
  services: Services,
  apiEnvironment: ApiEnvironment<Services> = {},
): Promise<ChaosStack<Services>> {
  const { databaseUrl, redisUrl } = services;
  const database = createDatabase(databaseUrl);
  const redis = createRedis(redisUrl, 'plain');
  const store = await createObjectStore(services.objects);
  const parts: Part[] = [];
  const singles: Part[] = [];
  let nodes = 0;
  const nodeEnv = nodeEnvironment(services);
  const serverEnv = serverEnvironment(services);
  const start = async (options: Parameters<typeof startPart>[0]) => {
    const part = await startPart(options);
    parts.push(part);
    return part;
  };
  const startNode = (script: string, slots: number, env: Record<string, string>) => {
    nodes += 1;
    const name = `node-${nodes}`;
    return start({
      name,
      script,
      args: ['--slots', String(slots)],
      env: { ...nodeEnv, ...env, NODE_ID: name },
      readyMessage: 'ready',
    });
  };
  const startOrdinaryNode = async (slots: number, environment?: Record<string, string>) => {
    const node = await startNode(join(root, 'farm/src/main.ts'), slots, environment ?? {});
    // A node with a different environment is not reused by other scenarios.
    if (slots === 1 && environment === undefined) singles.push(node);
    return node;
  };
  const startApi = (environment = {}) =>
    start({
      name: 'api',
      script: join(root, 'api/src/main.ts'),
      env: { ...serverEnv, ...environment },
      readyMessage: 'listening',
    });
  const stopNodes = async (some: readonly Part[]) => {
    await Promise.all(some.map((node) => node.stop()));
  };
  const close = async () => {
    // Processes that serve calls stop first, so that they log no errors about missing services.
    await Promise.all(parts.map((part) => part.stop()));
    redis.disconnect();
    store.close();
    await database.close();
    await services.close();
  };
  try {
    const api = await startApi(typeof apiEnvironment === 'function' ? await apiEnvironment(services) : apiEnvironment);
    const apiHost = addressOf(api);
    const metricsUrl = `http://127.0.0.1:${String(api.logged('listening')[0]?.metricsPort)}/metrics`;
    let schedulers = 0;
    return {
      ...{ services, database, redis, store, parts, apiHost, stopNodes, close },
      crowded: () => ({ apiHost, metricsUrl, apiPid: api.pid, database, store }),
      startApi,
      startScheduler(environment = {}) {
        schedulers += 1;
        return start({
          name: `scheduler-${schedulers}`,
          script: join(root, 'scheduler/src/main.ts'),
          env: { ...serverEnv, ...environment },
          readyMessage: 'scheduler started',
        });
      },
      startNode: startOrdinaryNode,
      startBrowserNode: (slots) =>
        startNode(join(root, 'farm/src/main.ts'), slots, { ...browserEnvironment(process.env), HTML_CLIPS: 'auto' }),
      async singleNodes(count) {
        const alive = singles.filter((node) => node.isAlive());
        await stopNodes(alive.slice(count));
        const missing = Array.from({ length: Math.max(0, count - alive.length) }, () => startOrdinaryNode(1));
        return [...alive.slice(0, count), ...(await Promise.all(missing))];
      },
      startPacedNode: (slots, { msPerFrame, faultySource = '' }) =>
        startNode(join(import.meta.dirname, '../paced/main.ts'), slots, {
          PACED_MS_PER_FRAME: String(msPerFrame),
          PACED_FAULTY_SOURCE: faultySource,
        }),
      startNoopNode: (slots, { msPerRange, fingerprint }) =>
        startNode(join(import.meta.dirname, '../../throughput/noop-node.ts'), slots, {
          NOOP_MS_PER_RANGE: String(msPerRange),
          NOOP_FINGERPRINT: fingerprint,
        }),
      startNodeOfRelease: (slots, release) =>
        startNode(join(import.meta.dirname, '../releases/main.ts'), slots, { NODE_RELEASE: JSON.stringify(release) }),
      async account(plan = 'enterprise') {
        const { accountId, keys } = await seedAccount(database, { plan, keys: 1 });
        return { accountId, key: keys[0] ?? '' };
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Returns the log lines in which a scheduler reported that it became leader, oldest first. In a long run the oldest
 * lines are no longer available.
 */
export function leadsOf(scheduler: Part): Record<string, unknown>[] {
  return scheduler.logged('this scheduler leads');
}
