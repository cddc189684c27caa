import type { FramemillError } from '@framemill/timeline';
import type { FastifyInstance } from 'fastify';
import { authenticate } from '../auth/authenticate.ts';
import type { ApiDeps } from '../deps.ts';
import { noRoute } from '../http/error-reply.ts';
import { type GateParts, takeOne } from './gate.ts';

/**
 * Answers what is no route under a prefix. A request with a credential goes through the gate as everywhere: it counts, and has
 * rate headers. Without one the answer is the same 404.
 */
export function answerUnknownRoutes(
  app: FastifyInstance,
  prefix: string,
  { directory, limiter, ownTurn }: GateParts,
  deps: ApiDeps,
): void {
  app.register(
    async (scope) => {
      scope.setNotFoundHandler(async (request, reply): Promise<FramemillError> => {
        if (request.headers.authorization !== undefined) {
          const caller = await authenticate({ ...deps, directory }, request.headers.authorization);
          await ownTurn(caller.accountId);
          await takeOne(limiter, caller, reply, deps);
        }
        throw noRoute(request);
      });
    },
    { prefix },
  );
}
