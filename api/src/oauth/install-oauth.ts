import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { statusOf } from '../http/error-catalog.ts';
import { putRetryAfter, toFramemillError } from '../http/error-reply.ts';
import { admit } from '../limiter/admit.ts';
import { createLimiter } from '../limiter/limiter.ts';
import { meterBodies } from '../transfers/body-flow.ts';
import { installAccountPages } from './account-pages.ts';
import { installInteractionPages } from './interaction-pages.ts';
import { mountProvider } from './mount-provider.ts';
import { createOauthProvider } from './oauth-provider.ts';
import { loadOauthSecrets } from './oauth-secrets.ts';
import { errorPage } from './pages/error-page.ts';
import { STYLE_PATH, sendPage, style } from './pages/page.ts';

/** Rate limit of one network for the OAuth pages, per 60 s. */
const PAGE_LIMIT = { name: 'oauth_pages', limit: 600 };

/** Installs the OAuth server and its pages in the application. Needs the cookie plugin. */
export async function installOauth(app: FastifyInstance, deps: ConsoleServices): Promise<void> {
  const provider = createOauthProvider(deps, await loadOauthSecrets(deps));
  const limiter = createLimiter(deps.redis);
  mountProvider(app, provider, deps);
  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 16_000 });
    scope.setErrorHandler(async (cause, request, reply) => {
      const error = toFramemillError(cause);
      const status = statusOf(error.code, error.details);
      if (status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, 'failed');
      putRetryAfter(reply, error);
      return sendPage(reply.code(status), errorPage('That did not work', error.message));
    });
    scope.addHook('onRequest', (request) => admit(limiter, clientNetwork(request.ip), PAGE_LIMIT, deps.metrics));
    scope.addHook(
      'preParsing',
      meterBodies(deps.transfers, ({ ip }) => clientNetwork(ip)),
    );
    scope.get(STYLE_PATH, { schema: { hide: true } }, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=3600').type('text/css; charset=utf-8').send(style),
    );
    installInteractionPages(scope, provider, deps);
    installAccountPages(scope, deps);
  });
}
