import { AsyncLocalStorage } from 'node:async_hooks';
import { openTextEngine } from '@framemill/compositor/fonts';
import {
  createDatabase,
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  reportRedis,
} from '@framemill/infra';
import { createPlans, createSchedulerClient } from '@framemill/scheduler';
import type { ScriptEngine } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { createFontCache } from '../fonts/font-cache.ts';
import { rememberedTextSizes } from '../fonts/text-sizes.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { createDocumentCache } from '../projects/document-cache.ts';
import { createProviderHttp } from '../providers/provider-http.ts';
import { providersOf } from '../providers/providers-as-data.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import type { ThreadMessage, ThreadSettings } from '../threads/thread-task.ts';
import { createTransfers } from '../transfers/transfers.ts';

/**
 * Size of a worker thread's database pool: one connection for the running call, and one for calls whose answer from a
 * farm node has arrived in the meantime.
 */
const CONNECTIONS = 2;
/**
 * Maximum characters of JSON in a thread's document cache. A document of 10,000 clips has 2 to 5 million characters.
 */
const KEPT_CHARACTERS = 6_000_000;

/** Dependencies of a worker thread. */
export interface ThreadDeps extends ApiDeps {
  /** Storage of the running task's id, with which the thread reports its state. */
  task: AsyncLocalStorage<number>;
}

/**
 * Connects a worker thread to the database, Redis and the other services. Expensive calls use these connections of the
 * thread, not the connections of the main thread.
 */
export async function connectThread(
  settings: ThreadSettings,
  { scripts, say }: { scripts: ScriptEngine; say: (message: ThreadMessage) => void },
): Promise<ThreadDeps> {
  const { databaseUrl, redisUrl, apiHost, authUrl, appealUrl, telegramApi, checkResponses } = settings;
  const metrics = createMetrics('api-thread');
  const log = createLogger('api-thread', { level: settings.logLevel, traced: true });
  const database = createDatabase(databaseUrl, { poolSize: CONNECTIONS });
  const redis = createRedis(redisUrl, 'producer', reportRedis(log, 'API thread'));
  const store = await createObjectStore(settings.objects);
  const plans = createPlans(settings.plans);
  const scheduler = await createSchedulerClient({ database, redisUrl, store, log, plans });
  const textEngine = await openTextEngine();
  const task = new AsyncLocalStorage<number>();
  const beginSaving = () => {
    const id = task.getStore();
    if (id !== undefined) say({ kind: 'saving', id });
  };
  /**
   * Wraps a function that calls another service. Each call reports to the main thread that the task waits, so that the
   * next task can start.
   */
  const waitingFor =
    <Input extends unknown[], Output>(whom: 'node' | 'address', send: (...input: Input) => Output) =>
    (...input: Input): Output => {
      const id = task.getStore();
      if (id !== undefined) say({ kind: 'waiting', id, for: whom });
      return send(...input);
    };
  const outbound = createOutbound(settings.outbound);
  const http = createProviderHttp();
  return {
    ...{
      database,
      redis,
      store,
      textEngine,
      log,
      plans,
      apiHost,
      authUrl,
      appealUrl,
      telegramApi,
      checkResponses,
      task,
    },
    scheduler: {
      ...scheduler,
      admit: (input) => {
        beginSaving();
        return scheduler.admit(input);
      },
      requestFrame: waitingFor('node', scheduler.requestFrame),
    },
    workLimits: null,
    scripts,
    documents: createDocumentCache(KEPT_CHARACTERS),
    beginSaving,
    measureText: rememberedTextSizes(textEngine),
    fonts: createFontCache(store),
    metrics,
    transfers: await createTransfers(metrics),
    outbound: { ...outbound, send: waitingFor('address', outbound.send) },
    providers: providersOf(settings.providers),
    secrets: createSecretBox(settings.secretsKeys),
    http: { ...http, send: waitingFor('address', http.send) },
    webhooks: { send: notHere },
  };
}

function notHere(): never {
  throw new Error('A worker thread cannot deliver webhook events.');
}
