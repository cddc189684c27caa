import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/caller.ts';
import type { RequestLog } from './request-log.ts';
import { addressWithoutSecrets, withoutSecrets } from './without-secrets.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Authenticated caller of a request from outside, set before scopes and rate limits are checked. Null until then,
     * and for internal calls.
     */
    caller: Caller | null;
    /** Error with which the request is answered; null: with none so far. */
    failure: { code: string; message: string } | null;
  }
}

/**
 * Types of credentials whose requests are logged. Requests of the Studio and of embedded editors are not, because they
 * would fill the log with what no developer has sent.
 */
const LOGGED: ReadonlySet<Caller['credential']['type']> = new Set(['api_key', 'oauth']);

/** Adds each answered request of a key or an OAuth token to the log of its account. */
export function installRequestLog(app: FastifyInstance, requestLog: RequestLog): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('failure', null);
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, failure } = request;
    if (caller !== null && LOGGED.has(caller.credential.type)) {
      const { keyId, appId } = caller.credential;
      const declared: unknown = Object(request.routeOptions.schema).querystring;
      requestLog.add(caller.accountId, {
        ...{ id: request.id, atMs: Date.now(), method: request.method, status: reply.statusCode, keyId, appId },
        path: addressWithoutSecrets(request.url, Object(Object(declared).properties)),
        durationMs: Math.round(reply.elapsedTime),
        error: failure === null ? null : { code: failure.code, message: withoutSecrets(failure.message) },
      });
    }
    done();
  });
  app.addHook('onClose', () => requestLog.close());
}

/** Returns the error in an answer of the API; null when it has none. `body` is UTF-8. */
export function failureIn(status: number, body: Uint8Array): { code: string; message: string } | null {
  if (status < 400 || body.byteLength > MOST_ERROR_BYTES) return null;
  try {
    const { code, message } = Object(Object(JSON.parse(Buffer.from(body).toString())).error);
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
  } catch {
    return null;
  }
}

/** Maximum size of an answer that is parsed for its error, in bytes. */
const MOST_ERROR_BYTES = 64_000;
