import { openTextEngine } from '@framemill/compositor/fonts';
import {
  createDatabase,
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  freePort,
  type Metrics,
  noTracing,
  redisReady,
} from '@framemill/infra';
import { createSchedulerClient, defaultPlans } from '@framemill/scheduler';
import { startFileServer } from '@framemill/testing/local-server';
import { type TestServices, testServices } from '@framemill/testing/services';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { buildApp } from '../src/app.ts';
import { hashKey, mintKey } from '../src/auth/caller.ts';
import { scopeNames } from '../src/auth/scopes.ts';
import { type MainDeps, onMainThread } from '../src/deps.ts';
import { publishFixtures } from '../src/files/publish-fixtures.ts';
import { createFontCache } from '../src/fonts/font-cache.ts';
import { rememberedTextSizes } from '../src/fonts/text-sizes.ts';
import { newId } from '../src/ids.ts';
import { createOutbound, type Outbound } from '../src/outbound/outbound.ts';
import { openProviders } from '../src/providers/open-providers.ts';
import { createProviderHttp } from '../src/providers/provider-http.ts';
import { providersAsData } from '../src/providers/providers-as-data.ts';
import { createSecretBox } from '../src/secrets/secret-box.ts';
import { beginSession } from '../src/sessions/session-store.ts';
import { createThreadPool, type ThreadPoolOptions } from '../src/threads/thread-pool.ts';
import { createTransfers, type TransferLimits } from '../src/transfers/transfers.ts';
import { startWebhooks, type WebhookDeps, type Webhooks } from '../src/webhooks/start-webhooks.ts';
import { mp4Bytes, multipartForm } from './multipart-form.ts';

/** HTTP response with its JSON body parsed. `body` is null for other bodies. */
export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  body: Body;
  bytes: Buffer;
}

/** Parsed JSON body of a response. It is untyped because the assertions check its shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
type Body = any;

/** Account created for a test, with one API key. */
export interface TestAccount {
  accountId: string;
  appId: string;
  keyId: string;
  key: string;
}

/** API that runs with real services, with helper functions for tests. */
export interface TestApi {
  app: FastifyInstance;
  deps: MainDeps;
  webhooks: Webhooks;
  metrics: Metrics;
  services: TestServices;
  /** Responses so far that their route does not declare. `close` expects none. */
  undeclared: readonly string[];
  /** Address of a media file that the API can import. */
  fileUrl: string;
  account(options?: { plan?: string; environment?: 'live' | 'test'; scopes?: string[] }): Promise<TestAccount>;
  /** Creates another key of an account. */
  key(account: TestAccount, options?: { environment?: 'live' | 'test'; scopes?: string[] }): Promise<TestAccount>;
  /** Signs in as the account, and returns the headers that a browser page would send. */
  signIn(account: Pick<TestAccount, 'accountId'>): Promise<{ cookie: string; origin: string }>;
  send(
    account: TestAccount | null,
    method: string,
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Uploads a file as the account, with additional form fields. */
  upload(account: TestAccount, file: { name: string; data: Buffer }, fields?: Record<string, string>): Promise<Answer>;
  inject(options: InjectOptions): Promise<Answer>;
  close(): Promise<void>;
}

/** Key with which the tests encrypt stored secrets. */
export const SECRETS_KEY = Buffer.alloc(32, 'a key of tests').toString('base64');
const WAY_OUT = { ports: 'any' as const, privateHosts: ['127.0.0.1'] };

/** Settings in which a suite's API differs from the defaults. */
export interface StartOptions {
  redisUrl?: string;
  /** Public address of the API. */
  apiHost?: string;
  /** Whether the API listens on a free port. Its public address is then the one of that port. */
  listens?: boolean;
  /** Client for outbound requests. Default: a client that may also connect to this machine. */
  outbound?: Outbound;
  importTimeoutMs?: number;
  transferLimits?: Partial<TransferLimits>;
  trustedProxies?: readonly string[];
  webhooks?: WebhookDeps['options'];
  /** Base address of the Bot API. Default: an address that does not exist. */
  telegramApi?: string;
  /** Environment variables that configure providers. Default: none. */
  providers?: Record<string, string>;
  threads?: Partial<ThreadPoolOptions>;
}

/**
 * Starts the API for one suite. Responses are checked against their declared schemas and statuses. `redisUrl` is a
 * separate Redis for the rate limiter, which a suite may stop. Clients over HTTP need `listens`.
 */
export async function startApi(options: StartOptions = {}): Promise<TestApi> {
  const services = await testServices();
  const port = options.listens ? await freePort() : null;
  const { apiHost = port === null ? 'http://api.test' : `http://127.0.0.1:${port}` } = options;
  const { telegramApi = 'http://telegram.invalid' } = options;
  const appealUrl = 'mailto:appeal@api.test';
  const database = createDatabase(services.databaseUrl);
  const redis = createRedis(options.redisUrl ?? services.redisUrl, 'producer');
  await redisReady(redis);
  const store = await createObjectStore(services.objects);
  const log = createLogger('api-test', { level: process.env.TEST_LOG ?? 'silent' });
  const scheduler = await createSchedulerClient({ database, redisUrl: services.redisUrl, store, log });
  const metrics = createMetrics('api');
  // What this machine happens to have installed is no provider of a test.
  const providers = await openProviders({ ESPEAK_PATH: '/nowhere/espeak-ng', ...options.providers });
  const threads = createThreadPool({
    settings: {
      ...{ databaseUrl: services.databaseUrl, redisUrl: services.redisUrl, objects: services.objects },
      ...{ apiHost, authUrl: apiHost, logLevel: log.level, checkResponses: true },
      ...{ outbound: WAY_OUT, providers: providersAsData(providers), telegramApi },
      ...{ plans: defaultPlans.list, appealUrl },
      secretsKeys: [SECRETS_KEY],
    },
    metrics,
    warm: false,
    ...options.threads,
  });
  const outbound = options.outbound ?? createOutbound(WAY_OUT);
  const secrets = createSecretBox([SECRETS_KEY]);
  const webhooks = startWebhooks({
    ...{ database, redisUrl: services.redisUrl, outbound, secrets, apiHost, log, metrics, tracing: noTracing },
    options: options.webhooks ?? {},
  });
  const http = createProviderHttp();
  const textEngine = await openTextEngine();
  const deps: MainDeps = {
    ...{ database, redis, store, scheduler, threads, outbound, webhooks, textEngine, log, metrics, tracing: noTracing },
    ...{ providers, http, secrets, plans: defaultPlans, appealUrl },
    transfers: await createTransfers(metrics, options.transferLimits),
    ...onMainThread,
    measureText: rememberedTextSizes(textEngine),
    fonts: createFontCache(store),
    apiHost,
    ...(options.importTimeoutMs === undefined ? {} : { importTimeoutMs: options.importTimeoutMs }),
    authUrl: apiHost,
    telegramApi,
    trustedProxies: options.trustedProxies ?? [],
    checkResponses: true,
  };
  await publishFixtures(store);
  const app = await buildApp(deps);
  const undeclared = watchUndeclared(app);
  if (port !== null) await app.listen({ host: '127.0.0.1', port });
  const files = await startFileServer((_request, response) => response.end(mp4Bytes('imported')));

  async function inject(request: InjectOptions): Promise<Answer> {
    const response = await app.inject(request);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
    );
    return { status: response.statusCode, headers, body: isJson ? response.json() : null, bytes: response.rawPayload };
  }

  const api: TestApi = {
    app,
    deps,
    webhooks,
    metrics,
    services,
    undeclared,
    fileUrl: `${files.url}/holiday.mp4`,
    inject,
    async account({ plan = 'studio', environment = 'live', scopes } = {}) {
      const accountId = newId('acc');
      const appId = newId('app');
      await database.client.account.create({
        data: {
          id: accountId,
          email: `${accountId}@test.example`,
          name: 'Test',
          plan,
          apps: { create: { id: appId, name: 'Default', scopes: scopeNames } },
        },
      });
      return api.key({ accountId, appId, keyId: '', key: '' }, { environment, scopes });
    },
    async key({ accountId, appId }, { environment = 'live', scopes = scopeNames } = {}) {
      const key = mintKey(environment);
      const keyId = newId('key');
      const data = { id: keyId, accountId, appId, hash: hashKey(key), last4: key.slice(-4), environment, scopes };
      await database.client.apiKey.create({ data });
      return { accountId, appId, keyId, key };
    },
    async signIn({ accountId }) {
      return { cookie: `framemill_session=${await beginSession(database, accountId)}`, origin: deps.apiHost };
    },
    send(account, method, url, body, headers = {}) {
      return inject({
        method: method as 'GET',
        url,
        headers: {
          ...(account ? { authorization: `Bearer ${account.key}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        payload: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
    upload({ key }, file, fields) {
      const { payload, headers } = multipartForm(file, fields);
      const authorization = `Bearer ${key}`;
      return inject({ method: 'POST', url: '/v1/media/uploads', headers: { ...headers, authorization }, payload });
    },
    async close() {
      await files.close();
      await app.close();
      await webhooks.close();
      await http.close();
      await threads.close();
      await scheduler.close();
      redis.disconnect();
      store.close();
      await database.close();
      await services.close();
      expect(undeclared).toEqual([]);
    },
  };
  return api;
}

/**
 * Records undeclared responses of public routes. Returns a list that grows by each response whose status or error code
 * its route does not declare. Call it before the application is ready.
 */
function watchUndeclared(app: FastifyInstance): string[] {
  const undeclared: string[] = [];
  app.addHook('onSend', async ({ routeOptions: { schema } }, { statusCode }, payload) => {
    const { operationId, response } = Object(schema);
    if (operationId === undefined) return;
    const declared: unknown = Object(response)[statusCode];
    // The answer to HEAD has no body.
    const code = statusCode >= 400 && typeof payload === 'string' ? String(JSON.parse(payload).error.code) : '';
    if (declared && String(Object(declared).description).includes(code)) return;
    undeclared.push(`${operationId} answers ${statusCode} ${code}`.trim());
  });
  return undeclared;
}
