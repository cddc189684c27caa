import type { Database, Logger, Metrics, ObjectStore, Redis, Tracing } from '@framemill/infra';
import type { Plans, SchedulerClient } from '@framemill/scheduler';
import type { ScriptEngine, TextEngine } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FontCache } from './fonts/font-cache.ts';
import type { MeasureText } from './fonts/text-sizes.ts';
import { MAIN_LIMITS, type WorkLimits } from './limiter/cost-limits.ts';
import type { Limiter } from './limiter/limiter.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { DocumentCache } from './projects/document-cache.ts';
import type { Providers } from './providers/open-providers.ts';
import type { ProviderHttp } from './providers/provider-http.ts';
import type { RequestLog } from './request-log/request-log.ts';
import type { AccountSemaphore } from './routing/account-semaphore.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { SessionGuard } from './sessions/session-guard.ts';
import type { SignInGuard } from './sessions/sign-in-guard.ts';
import type { EventStreams } from './studio/event-streams.ts';
import type { ThreadPool } from './threads/thread-pool.ts';
import type { Transfers } from './transfers/transfers.ts';
import type { RequestCounter } from './usage/request-counter.ts';
import type { Webhooks } from './webhooks/start-webhooks.ts';

/**
 * Services and settings of the API. The caller that builds the application owns the services, and closes them after the
 * application.
 */
export interface ApiDeps {
  database: Database;
  /** Redis connection of kind `producer`: commands fail at once while Redis is unavailable. */
  redis: Redis;
  store: ObjectStore;
  scheduler: SchedulerClient;
  /** Plans with the limits and features of accounts. */
  plans: Plans;
  /** Limits of the work that a call may do on this thread. `null` on a worker thread, which has none. */
  workLimits: WorkLimits | null;
  /** Engine that runs scripts. `null` on the main thread. */
  scripts: ScriptEngine | null;
  /** Cache of the documents that this thread has read. `null` on the main thread. */
  documents: DocumentCache | null;
  /**
   * Must be called before the first write of a request. Until then, the worker thread may be terminated without side
   * effects.
   */
  beginSaving(): void;
  /** HTTP client for addresses that callers supply. */
  outbound: Outbound;
  /** Configured adapters of external providers. */
  providers: Providers;
  /** HTTP client that calls the providers. */
  http: ProviderHttp;
  /** Encrypts the secrets stored in the database. */
  secrets: SecretBox;
  /** Base URL of Telegram's Bot API, without a trailing slash. */
  telegramApi: string;
  /** Delivers events to customers' webhook endpoints. */
  webhooks: Pick<Webhooks, 'send'>;
  /** Maximum duration of an import, in ms; 120 s when absent. */
  importTimeoutMs?: number;
  /** Limits on memory, disk and time for uploads, imports, request bodies and slow readers. */
  transfers: Transfers;
  /** Measures the size of laid-out text, for lint. */
  measureText: MeasureText;
  /** Text engine that lays out the text of HTML previews. */
  textEngine: TextEngine;
  /** Cache of uploaded fonts. */
  fonts: FontCache;
  /** Public address of the service, without a trailing slash. `docs_url` in errors begins with it. */
  apiHost: string;
  /** Address at which account owners can object to a restriction: a page or a `mailto:` URL. */
  appealUrl: string;
  /** Address of the Grafana dashboards shown to operators; null or absent when there are none. */
  grafanaUrl?: string | null;
  /** DATA_DIR, where `framemill backup` records its runs; null or absent: only the database has runs. */
  dataDir?: string | null;
  /** Public address of the pages for signing in and connecting apps; usually the same as `apiHost`. */
  authUrl: string;
  /**
   * Addresses and ranges of reverse proxies whose client address is trusted.
   * When absent or empty, the connection's peer is the client.
   */
  trustedProxies?: readonly string[];
  log: Logger;
  metrics: Pick<
    Metrics,
    | 'apiRequestSeconds'
    | 'authFailures'
    | 'rateLimited'
    | 'signInFailures'
    | 'importsRejected'
    | 'renders'
    | 'providerCallSeconds'
    | 'creditsCharged'
    | 'transfersRefused'
    | 'transferHeldBytes'
  >;
  /** Whether a response that does not match its declared schema becomes a 500. Used in tests only. */
  checkResponses?: boolean;
}

/** Dependencies that are different on worker threads, with their values for the main thread. */
export const onMainThread = {
  workLimits: MAIN_LIMITS,
  scripts: null,
  documents: null,
  beginSaving: () => undefined,
} satisfies Partial<ApiDeps>;

/** Services that only the API's main thread has. */
export interface MainDeps extends ApiDeps {
  /** Pool of worker threads for expensive calls. */
  threads: ThreadPool;
  /** Trace export of the process. */
  tracing: Tracing;
}

/** Services that route handlers receive: `ApiDeps`, and objects created by the application. */
export interface RouteServices extends ApiDeps {
  limiter: Limiter;
  requestCounter: RequestCounter;
  requestLog: Pick<RequestLog, 'flush'>;
}

/** Services that handlers of console routes receive. */
export interface ConsoleServices extends ApiDeps {
  sessions: SessionGuard;
  signInGuard: SignInGuard;
  streams: EventStreams;
  /**
   * Semaphore of requests per account, shared with the API routes. One concurrency limit covers all requests of an
   * account.
   */
  semaphore: AccountSemaphore;
  /**
   * Runs a GET request of the API on a worker thread and returns the body. Throws the errors of the route.
   * `url` begins with /v1, and `units` is the estimated cost of the call.
   */
  askThread(request: FastifyRequest, reply: FastifyReply, url: string, units: number): Promise<Buffer>;
}
