import type { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../auth/authenticate.ts';
import type { ApiDeps } from '../deps.ts';
import { noRoute } from '../http/error-reply.ts';
import { editDistance } from '../planner/words.ts';
import type { Route } from './define-route.ts';
import { type GuardParts, takeOne } from './guard.ts';

/**
 * Handles requests under a prefix that match no route, and answers 404.
 * A request with a credential is authenticated and counted, and its response has the rate limit headers. Without a
 * credential, the response is the same 404 without these headers.
 */
export function answerUnknownRoutes(
  app: FastifyInstance,
  prefix: string,
  routes: readonly Pick<Route, 'method' | 'path'>[],
  { directory, limiter, fairTurn }: GuardParts,
  deps: ApiDeps,
): void {
  app.register(
    async (scope) => {
      scope.setNotFoundHandler(async (request, reply): Promise<FramemillError> => {
        if (request.headers.authorization !== undefined) {
          const caller = await authenticate({ ...deps, directory }, request.headers.authorization);
          request.caller = caller;
          await fairTurn(caller.accountId);
          await takeOne(limiter, caller, reply, deps);
        }
        const path = request.url.slice(prefix.length).split('?')[0] ?? '';
        const near = nearRoutes(request.method, path, routes);
        throw noRoute(
          request,
          near.map((route) => `${route.method} ${prefix}${route.path}`),
        );
      });
    },
    { prefix },
  );
}

const mostNear = 3;

/**
 * Returns at most three routes that are similar to an unknown method and path.
 * Routes with the same method come first, ordered by the number of words that their paths share with the unknown path,
 * allowing typing mistakes. Routes with the same path and another method come last.
 */
export function nearRoutes<Known extends Pick<Route, 'method' | 'path'>>(
  method: string,
  path: string,
  routes: readonly Known[],
): Known[] {
  const words = wordsOf(path).slice(0, 8);
  const fits = (word: string, own: string) => {
    const most = word.length > 6 ? 2 : word.length > 3 ? 1 : 0;
    return editDistance(word, own, most) <= most;
  };
  const shared = (route: Known) => wordsOf(route.path).filter((own) => words.some((word) => fits(word, own))).length;
  const isSamePath = (route: Known) => new RegExp(`^${route.path.replaceAll(/:[a-zA-Z]+/g, '[^/]+')}$`).test(path);
  const same = routes.filter((route) => route.method !== method && isSamePath(route));
  const alike = routes
    .filter((route) => route.method === method && shared(route) > 0)
    .sort((a, b) => shared(b) - shared(a) || a.path.length - b.path.length);
  return [...alike, ...same].slice(0, mostNear);
}

function wordsOf(path: string): string[] {
  return path.split('/').filter((word) => word !== '' && !word.startsWith(':') && !/[0-9_]/.test(word));
}
