import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { accountFactFields, requestsPerMinute } from './account/account-facts.ts';
import { installQueueBoard } from './admin/queue-board.ts';
import { createCredentialDirectory } from './auth/credential-directory.ts';
import { scopeNames } from './auth/scopes.ts';
import { consoleRoutes } from './console/routes/index.ts';
import type { ApiDeps, MainDeps } from './deps.ts';
import { findEmbedSession } from './embed/embed-sessions.ts';
import { exportFacts, installPublicFiles } from './files/public-files.ts';
import { installSignedFiles } from './files/signed-files.ts';
import { installHome } from './home/install-home.ts';
import { brokenRequestHandler, installHostCheck } from './http/broken-requests.ts';
import { installErrorReplies, sendError } from './http/error-reply.ts';
import { installJsonBody } from './http/json-body.ts';
import { installQueryOwner } from './http/query-owner.ts';
import { installRequestTraces } from './http/request-traces.ts';
import { installResponseHeaders, putResponseHeaders } from './http/response-headers.ts';
import { createLimiter } from './limiter/limiter.ts';
import { createClientQuestions } from './mcp/client-questions.ts';
import { installMcp } from './mcp/install-mcp.ts';
import { createMcpGuard } from './mcp/mcp-guard.ts';
import { loadMcpSessions } from './mcp/sessions.ts';
import { installUploads } from './media/form-upload.ts';
import { installOauth } from './oauth/install-oauth.ts';
import { installAssistantsPage } from './pages/assistants-page.ts';
import { installChangelogPage } from './pages/changelog-page.ts';
import { installDestinationsPage, installWebhooksPage } from './pages/delivery-pages.ts';
import { installDocsStyle } from './pages/docs-style.ts';
import { installDocumentPage, installVariablesPage } from './pages/document-page.ts';
import { installEmbedPage } from './pages/embed-page.ts';
import { installErrorPages } from './pages/error-pages.ts';
import { installBotsPage, installPluginsPage, installProvidersPage } from './pages/extension-pages.ts';
import { installGuidePages } from './pages/guide-pages.ts';
import { installPlayerPage } from './pages/player-page.ts';
import { installPreviewPlayerPage } from './pages/preview-player-page.ts';
import { installConsolePage, installReferencePage } from './pages/reference-page.ts';
import { installCommandsPage, installVocabularyPage } from './pages/vocabulary-page.ts';
import { installEngineFiles } from './player/engine-files.ts';
import { installPlayerAddresses } from './player/player-addresses.ts';
import { installVendorFiles } from './player/vendor-files.ts';
import { installRequestLog } from './request-log/install-request-log.ts';
import { createRequestLog } from './request-log/request-log.ts';
import { routes } from './routes/index.ts';
import { createAccountSemaphore } from './routing/account-semaphore.ts';
import type { AuthStrategy } from './routing/guard.ts';
import { createInnerCalls } from './routing/inner-calls.ts';
import { createOffloader } from './routing/offload.ts';
import { apiInfo, installOpenApi } from './routing/openapi.ts';
import { registerRoutes } from './routing/register-routes.ts';
import { createSessionGuard, type SessionGuard } from './sessions/session-guard.ts';
import { createSignInGuard } from './sessions/sign-in-guard.ts';
import { installStreams } from './streams/install-streams.ts';
import { createEventStreams } from './studio/event-streams.ts';
import { installEmbedCalls, installEmbedPages } from './studio/install-embed.ts';
import { installReview } from './studio/install-review.ts';
import { createAskThread, installStudio } from './studio/install-studio.ts';
import { studioRoutes } from './studio/routes/index.ts';
import { installTelegramWebhook } from './telegram/webhook.ts';
import { dropUnreadBodies } from './transfers/drop-body.ts';
import { cutOffSlowReaders } from './transfers/slow-readers.ts';
import { createFairTurns } from './turns/account-turns.ts';
import { publishHeld } from './usage/held-now.ts';

/** Maximum number of API calls, each of a different account, that begin in one iteration of the event loop. */
const CALLS_A_TURN = 8;

/** Builds the HTTP application. The caller starts listening, and closes `deps` after the application. */
export async function buildApp(deps: MainDeps): Promise<FastifyInstance> {
  const { apiHost, trustedProxies = [] } = deps;
  const loggerInstance: FastifyBaseLogger = deps.log;
  const app = Fastify({
    loggerInstance,
    // Logging every polling request would cost more than answering it. Failures are logged where they are sent.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Rate limits by address need the client's address, not the proxy's. Only listed proxies may set it.
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    clientErrorHandler: brokenRequestHandler(apiHost, newRequestId),
    requestTimeout: 120_000,
    // Request headers fit into a few packets. A client that sends them slowly must not hold more than a connection.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
    // Ids longer than any real one still reach the routes, which answer 404 as for every unknown id.
    routerOptions: { maxParamLength: 2_000 },
    frameworkErrors: (error, request, reply) => {
      putResponseHeaders(request, reply);
      sendError(reply, request, error, apiHost);
    },
  });
  installQueryOwner(app);
  installRequestTraces(app, deps.tracing);
  installResponseHeaders(app);
  installRequestMetrics(app, deps.metrics);
  const limiter = createLimiter(deps.redis);
  const requestLog = createRequestLog(deps.redis, deps.log);
  installRequestLog(app, requestLog);
  installErrorReplies(app, apiHost);
  installHostCheck(app);
  dropUnreadBodies(app, deps.transfers.bodyTurn);
  cutOffSlowReaders(app, deps.transfers);
  await app.register(cookie);
  installJsonBody(app, { keepLong: true });
  await installUploads(app);
  await installOpenApi(app, apiInfo(apiHost));
  await installReferencePage(app);
  installHome(app, deps);
  const sendPage = installStudio(app, deps);
  installDocsStyle(app);
  installGuidePages(app, { apiHost, plans: deps.plans, limiter, metrics: deps.metrics, routes });
  installErrorPages(app);
  installDocumentPage(app, apiHost);
  installCommandsPage(app);
  installVocabularyPage(app);
  installPlayerPage(app, deps);
  installPreviewPlayerPage(app, deps);
  installEmbedPage(app, apiHost);
  await installConsolePage(app, consoleRoutes, apiHost);
  installChangelogPage(app);
  installWebhooksPage(app);
  installDestinationsPage(app);
  installVariablesPage(app);
  installProvidersPage(app);
  installAssistantsPage(app, apiHost);
  installBotsPage(app, apiHost);
  installPluginsPage(app);
  const fileDeps = { ...deps, factsOf: (key: string) => exportFacts(deps.database, key) };
  installPublicFiles(app, fileDeps);
  installSignedFiles(app, fileDeps);
  installStreams(app, deps);
  installVendorFiles(app);
  installEngineFiles(app, deps);
  const directory = createCredentialDirectory(deps.database);
  installPlayerAddresses(app, deps, limiter);
  const inner = createInnerCalls();
  const fairTurn = createFairTurns(1, CALLS_A_TURN);
  const offloader = createOffloader(deps, deps.threads, limiter);
  const sessions = createSessionGuard(deps);
  const sessionStrategy = createSessionStrategy(deps, sessions);
  const embedStrategy: AuthStrategy = async ({ headers }) =>
    (await findEmbedSession(deps, headers.authorization)).caller;
  const semaphore = createAccountSemaphore();
  const streams = createEventStreams(deps, sessions);
  const consoleServices = {
    ...{ ...deps, sessions, streams, semaphore },
    signInGuard: createSignInGuard(deps.redis, deps.metrics),
    askThread: createAskThread(offloader, sessionStrategy),
  };
  registerRoutes(app, [...routes, ...consoleRoutes, ...studioRoutes], deps, {
    ...{ directory, limiter, inner, fairTurn, offloader, sessionStrategy, embedStrategy, semaphore, consoleServices },
    requestLog,
  });
  const embedServices = { ...consoleServices, limiter, askThread: createAskThread(offloader, embedStrategy) };
  installEmbedPages(app, embedServices, sendPage);
  installEmbedCalls(app, embedServices);
  installReview(app, embedServices, sendPage);
  installMcp(app, {
    ...{ deps, limiter, inner, fairTurn, offloader, admit: createMcpGuard(deps, { directory, limiter }) },
    ...{ sessions: await loadMcpSessions(deps), questions: createClientQuestions(deps) },
  });
  installTelegramWebhook(app, deps, limiter);
  // Streams are closed before the server waits for its connections to end.
  app.addHook('preClose', async () => streams.close());
  endSilentConnections(app);
  await installOauth(app, consoleServices);
  await installQueueBoard(app, deps, sessions);
  const { threads, transfers } = deps;
  const held = publishHeld(deps, {
    fileBytes: transfers.disk.heldBy,
    bodyBytes: transfers.memory.heldBy,
    heavyCalls: threads.heldBy,
  });
  app.addHook('onClose', async () => held.close());
  return app;
}

function newRequestId(): string {
  return `req_${randomBytes(12).toString('hex')}`;
}

/**
 * Creates the authentication strategy for signed-in users, with which the Studio calls the API's routes.
 * These users may do everything that their plan allows, and each one has the plan's requests per minute. Throws the
 * errors of `SessionGuard.session`.
 */
function createSessionStrategy(
  { database, plans }: Pick<ApiDeps, 'database' | 'plans'>,
  sessions: Pick<SessionGuard, 'session'>,
): AuthStrategy {
  return async (request) => {
    const { accountId } = await sessions.session(request);
    const account = await database.client.account.findUniqueOrThrow({
      where: { id: accountId },
      select: accountFactFields,
    });
    return {
      accountId,
      plan: plans.of(account),
      credential: { type: 'session', keyId: null, appId: null, environment: 'live', scopes: scopeNames },
      // Separate from the account's tokens, so that a program using a token cannot exhaust the user's limit.
      limiterKey: `studio:${accountId}`,
      requestsPerMinute: requestsPerMinute(plans, account),
    };
  };
}

/** Records the duration of every response by route pattern. Recording by URL would create one time series per id. */
function installRequestMetrics(app: FastifyInstance, { apiRequestSeconds }: ApiDeps['metrics']): void {
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status_class: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    apiRequestSeconds.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}

/**
 * When the server stops, closes the open connections on which no data was ever received.
 * Browsers and connection pools open connections in advance. Without this function, the server would wait for them as
 * for requests in progress.
 */
function endSilentConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
