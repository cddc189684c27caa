import { setTimeout as delay } from 'node:timers/promises';
import { createRedis, type Redis, type RedisReport } from '@framemill/infra';
import { type Job, Queue, QueueEvents } from 'bullmq';
import {
  expressQueue,
  isWorkQueue,
  type JobKind,
  type NodeLease,
  parsePool,
  queueOf,
  queueOptions,
  queuePrefix,
  renderRangeJob,
  servedQueues,
  taskKinds,
  workQueue,
} from './protocol/index.ts';

/** Maximum time in ms that closing waits for BullMQ when Redis is unavailable. */
const closeTimeoutMs = 1_000;

/** Job that has ended: `value` is its return value, or the text of its failure. */
export interface FinishedJob {
  readonly queue: string;
  readonly jobId: string;
  readonly outcome: 'completed' | 'failed';
  readonly value: unknown;
}

/** BullMQ queues of the leader, opened on first use. */
export interface WorkQueues {
  queue(name: string): Queue;
  /** Subscribes to a queue. Each job of the queue that ends is passed to `onFinished`. */
  listen(name: string): void;
  /** Returns the names of the queues of render work that were opened or subscribed to so far. */
  work(): string[];
  /** Unsubscribes from all queues except `names`. The other queues belong to engines without a live node. */
  retain(names: ReadonlySet<string>): Promise<void>;
  close(): Promise<void>;
}

/** Creates the BullMQ queues of the farm's work, with subscriptions for finished jobs. */
export function createWorkQueues(options: {
  /** Connection that all queues share; a command fails at once when Redis is unavailable. */
  redis: Redis;
  redisUrl: string;
  onFinished: (job: FinishedJob) => void;
  report: RedisReport;
}): WorkQueues {
  const queues = new Map<string, Queue>();
  const listeners = new Map<string, { events: QueueEvents; connection: Redis }>();

  const openQueue = (name: string) => {
    const queue = new Queue(name, { ...queueOptions, connection: options.redis, skipWaitingForReady: true });
    queue.on('error', options.report.onError);
    queues.set(name, queue);
    return queue;
  };
  const openListener = (name: string) => {
    // Reading the event stream blocks the connection, so each queue has one of its own.
    const connection = createRedis(options.redisUrl, 'worker', options.report);
    const events = new QueueEvents(name, { prefix: queuePrefix, connection });
    events.on('error', options.report.onError);
    events.on('completed', ({ jobId, returnvalue }) =>
      options.onFinished({ queue: name, jobId, outcome: 'completed', value: returnvalue }),
    );
    events.on('failed', ({ jobId, failedReason }) =>
      options.onFinished({ queue: name, jobId, outcome: 'failed', value: failedReason }),
    );
    return { events, connection };
  };
  const closeListener = async (name: string) => {
    const listener = listeners.get(name);
    listeners.delete(name);
    // Disconnect first: the pending read would make `close` wait for its timeout.
    listener?.connection.disconnect();
    if (listener !== undefined) await closeWithin(closeTimeoutMs, [listener.events], options.report.onError);
  };

  return {
    queue: (name) => queues.get(name) ?? openQueue(name),
    listen(name) {
      if (!listeners.has(name)) listeners.set(name, openListener(name));
    },
    work: () => [...new Set([...queues.keys(), ...listeners.keys()])].filter(isWorkQueue),
    async retain(names) {
      await Promise.all([...listeners.keys()].filter((name) => !names.has(name)).map(closeListener));
    },
    async close() {
      await Promise.all([...listeners.keys()].map(closeListener));
      await closeWithin(closeTimeoutMs, [...queues.values()], options.report.onError);
      queues.clear();
    },
  };
}

/**
 * Adds a job to its queue. When the queue already has a job with the same id, nothing is added and that job is
 * returned. Jobs with a lower `priority` number run first.
 */
export function addJob<Payload extends Key, Key>(
  queue: Queue,
  kind: JobKind<Payload, unknown, Key>,
  payload: Payload,
  priority: number,
): Promise<Job> {
  return queue.add(kind.jobName, payload, { jobId: kind.id(payload), priority });
}

/** Returns the name of the queue in which a task of a render is dispatched. */
export function queueOfTask(task: { kind: string }, render: { pool: string; fingerprint: string | null }): string {
  const kind = taskKinds.find(({ name }) => name === task.kind) ?? renderRangeJob;
  return queueOf(kind, parsePool(render.pool), render.fingerprint ?? 'none');
}

/** Returns the name of the queue in which an attempt was dispatched. */
export function queueOfAttempt({
  express,
  task,
}: {
  express: boolean;
  task: { kind: string; render: { pool: string; fingerprint: string | null } };
}): string {
  return express ? workQueue(expressQueue, task.render.fingerprint ?? 'none') : queueOfTask(task, task.render);
}

/** Returns the names of the queues from which a node takes render work. */
export function queuesOfNode({ engines, express = false }: Pick<NodeLease, 'engines' | 'express'>): string[] {
  const names = taskKinds.flatMap((kind) => [...servedQueues(kind, { engines }).keys()]);
  const expressNames = express ? Object.values(engines).map((engine) => workQueue(expressQueue, engine)) : [];
  return [...new Set([...names, ...expressNames])];
}

/**
 * Closes parts of a process concurrently and stops waiting after `timeoutMs`. BullMQ's `close` waits for an unavailable
 * Redis, but a service must still shut down cleanly. Errors go to `onError`; the parts are abandoned in any case.
 */
export async function closeWithin(
  timeoutMs: number,
  parts: readonly { close(): Promise<unknown> }[],
  onError: (error: Error) => void,
): Promise<void> {
  const report = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)));
  const enough = new AbortController();
  await Promise.race([
    Promise.all(parts.map((part) => part.close().catch(report))),
    // The timer is aborted once all parts have closed, because it would keep the process alive.
    delay(timeoutMs, undefined, { signal: enough.signal }).catch(() => undefined),
  ]);
  enough.abort();
}
