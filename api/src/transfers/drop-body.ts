import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import type { FairTurn } from '../turns/account-turns.ts';

/** Size up to which a request body arrives as a single chunk, in bytes; scheduling such a body would gain nothing. */
const ONE_PIECE = 65_536;

/**
 * Reads and discards the rest of a body, so that the connection can be used for further requests. The chunks are
 * scheduled fairly between accounts, as work of the account `owner`.
 */
export function dropBody(body: Readable, fairTurn: FairTurn, owner: string): void {
  body.on('error', () => undefined);
  body.on('data', () => {
    body.pause();
    void fairTurn(owner).then(() => body.resume());
  });
  body.resume();
}

/**
 * Discards the long bodies of requests that were answered before their body was read, with fair scheduling between
 * accounts. Node would read them as fast as they arrive: fifty refused bodies of 3 MB would block the event loop for 50
 * ms at a time.
 */
export function dropUnreadBodies(app: FastifyInstance, fairTurn: FairTurn): void {
  app.addHook('onSend', async (request) => {
    if (isLong(request) && request.raw.readableFlowing === null) {
      dropBody(request.raw, fairTurn, request.pass?.caller.accountId ?? clientNetwork(request.ip));
    }
  });
}

function isLong({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > ONE_PIECE;
}
