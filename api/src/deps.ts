import type { Database, Logger, Metrics, ObjectStore, Redis } from '@framemill/infra';
import type { Plans, SchedulerClient } from '@framemill/scheduler';
import type { ScriptEngine, TextEngine } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventStreams } from './events/event-streams.ts';
import type { FontCache } from './fonts/font-cache.ts';
import type { MeasureText } from './fonts/text-sizes.ts';
import type { Limiter } from './limiter/limiter.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { DocumentCache } from './projects/document-cache.ts';
import type { Providers } from './providers/open-providers.ts';
import type { ProviderHttp } from './providers/provider-http.ts';
import type { Lanes } from './routing/lanes.ts';
import type { SecretBox } from './secrets/secret-box.ts';
import type { SessionGate } from './sessions/session-gate.ts';
import type { SignInGuard } from './sessions/sign-in-guard.ts';
import type { ThreadPool } from './threads/thread-pool.ts';
import type { Transfers } from './transfers/transfers.ts';
import type { RequestCounter } from './usage/request-counter.ts';
import type { Webhooks } from './webhooks/start-webhooks.ts';

/** Everything the API works with. Whoever builds the app owns these and closes them after it. */
export interface ApiDeps {
  database: Database;
  /** A `producer` connection: commands fail at once when Redis is away. */
  redis: Redis;
  store: ObjectStore;
  scheduler: SchedulerClient;
  /** What accounts may do. */
  plans: Plans;
  /** Where the code runs. */
  side: MainSide | ThreadSide;
  /** The way to addresses that callers name. */
  outbound: Outbound;
  /** The providers that this installation has. */
  providers: Providers;
  /** The way to them. */
  http: ProviderHttp;
  /** Encrypts secrets that the database keeps. */
  secrets: SecretBox;
  /** Base address of the Bot API of Telegram, without a slash at its end. */
  telegramApi: string;
  /** Delivers events to the endpoints of customers. */
  webhooks: Pick<Webhooks, 'send'>;
  /** Longest time an import may take; 120 s when absent. */
  importTimeoutMs?: number;
  /** What uploads, imports, bodies and slow readers may take. */
  transfers: Transfers;
  /** How large a text comes out, for lint. */
  measureText: MeasureText;
  /** Lays out the texts of HTML previews. */
  textEngine: TextEngine;
  /** Fonts that callers uploaded. */
  fonts: FontCache;
  /** Public address of the service without a trailing slash: `docs_url` begins with it. */
  apiHost: string;
  /** Where people object to a restriction: a page or a mailto: address. */
  appealUrl: string;
  /** Where operators find the figures of the metrics; null or absent: not told. */
  grafanaUrl?: string | null;
  /** Public address of the pages where people sign in and connect apps; mostly `apiHost`. */
  authUrl: string;
  /** Addresses and ranges of reverse proxies that name the caller; none when absent: the peer is the caller. */
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
  /** Tests only: an answer that does not fit its declared schema becomes a 500. */
  checkResponses?: boolean;
}

/** On the API's own thread, which answers everybody: heavy calls throw `TooHeavy` there. */
export interface MainSide {
  kind: 'main';
}

/** In a thread that answers heavy calls. */
export interface ThreadSide {
  kind: 'thread';
  scripts: ScriptEngine;
  documents: DocumentCache;
  /** To be called before something is changed: until then the thread may be ended and nothing has happened. */
  saving(): void;
}

/** What the API's own thread has beside. */
export interface MainDeps extends ApiDeps {
  /** Who answers heavy calls. */
  threads: ThreadPool;
}

/** What route handlers work with: the dependencies and what the app made of them. */
export interface RouteServices extends ApiDeps {
  limiter: Limiter;
  requestCounter: RequestCounter;
}

/** What handlers of console routes work with. */
export interface ConsoleServices extends ApiDeps {
  sessions: SessionGate;
  signInGuard: SignInGuard;
  streams: EventStreams;
  /** Those of the API's routes: an account has one width for all its requests. */
  lanes: Lanes;
  /** Has a thread answer a GET of the API (`url`: from /v1 on), which is `units` heavy. Throws what the route throws. */
  askThread(request: FastifyRequest, reply: FastifyReply, url: string, units: number): Promise<Buffer>;
}
