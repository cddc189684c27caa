import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '../http/client-network.ts';
import type { OwnTurn } from '../turns/own-turns.ts';

/** Shorter bodies come in one piece: a turn of their own would gain nothing. Bytes. */
const ONE_PIECE = 65_536;

/** Reads the rest of a body and forgets it, one piece in a turn of the event loop of `owner`: the connection stays usable. */
export function dropBody(body: Readable, ownTurn: OwnTurn, owner: string): void {
  body.on('error', () => undefined);
  body.on('data', () => {
    body.pause();
    void ownTurn(owner).then(() => body.resume());
  });
  body.resume();
}

/**
 * Drops the long bodies of requests that were answered before anything read them, in turns. Node would read them as fast
 * as they come: fifty refused bodies of 3 MB then hold the event loop for 50 ms at a time.
 */
export function dropUnreadBodies(app: FastifyInstance, ownTurn: OwnTurn): void {
  app.addHook('onSend', async (request) => {
    if (isLong(request) && request.raw.readableFlowing === null) {
      dropBody(request.raw, ownTurn, request.pass?.caller.accountId ?? clientNetwork(request.ip));
    }
  });
}

function isLong({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > ONE_PIECE;
}
