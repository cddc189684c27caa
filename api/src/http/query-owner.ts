import { type QueryOwner, queryOwner } from '@framemill/infra';
import type { FastifyInstance } from 'fastify';
import { clientNetwork } from './client-network.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Owner of the request's database queries: the client's network until the account is known. */
    queryOwner: QueryOwner;
  }
}

/**
 * Runs every request in an asynchronous context that names the owner of its database queries.
 * The database connections are then shared fairly between accounts. The context is set a second time after the body was
 * read, because reading loses it.
 */
export function installQueryOwner(app: FastifyInstance): void {
  app.decorateRequest('queryOwner');
  app.addHook('onRequest', (request, _reply, done) => {
    request.queryOwner = { id: clientNetwork(request.ip) };
    queryOwner.run(request.queryOwner, done);
  });
  app.addHook('preHandler', (request, _reply, done) => queryOwner.run(request.queryOwner, done));
}
