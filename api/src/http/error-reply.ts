import { databaseTrouble } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusOf } from './error-catalog.ts';

/** Seconds after which a 503 may be tried again. */
export const UNAVAILABLE_RETRY_SEC = 30;

/** Where clients find out how to get a token (RFC 9728). */
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** `WWW-Authenticate` of a token that lacks a scope. */
export function scopeChallenge(scope: string, apiHost: string): string {
  return `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${apiHost}${RESOURCE_METADATA}"`;
}

/** `WWW-Authenticate` of a request without a valid token for what is at `path`; `scopes`: what a client should ask for. */
export function tokenChallenge(apiHost: string, of: { path: string; scopes: readonly string[] } | null = null): string {
  const metadata = `Bearer resource_metadata="${apiHost}${RESOURCE_METADATA}${of?.path ?? ''}"`;
  return of === null ? metadata : `${metadata}, scope="${of.scopes.join(' ')}"`;
}

/** The body of every failure. `details` never overwrite the three fixed fields. */
export function errorBody(error: FramemillError, apiHost: string): { error: Record<string, unknown> } {
  return {
    error: {
      ...error.details,
      code: error.code,
      message: error.message,
      docs_url: `${apiHost}/docs/errors/${error.code}`,
    },
  };
}

/**
 * Gives every failure of the application the contract's shape: thrown FramemillErrors, Fastify's own refusals (malformed
 * JSON, body too large, unsupported media type, bad address) and, as `internal_error`, everything else. Unknown errors are
 * logged with the request id and never shown.
 */
export function installErrorReplies(app: FastifyInstance, apiHost: string): void {
  app.setErrorHandler((cause, request, reply) => sendError(reply, request, cause, apiHost));
  app.setNotFoundHandler((request, reply) => sendError(reply, request, noRoute(request), apiHost));
}

/** What a request for no route is answered with. `near`: routes that may be meant, as `POST /v1/renders`. */
export function noRoute(request: FastifyRequest, near: readonly string[] = []): FramemillError {
  const meant = near.length === 0 ? '' : ` There is ${near.join(', ')}.`;
  const message = `There is no route ${request.method} ${pathOf(request)}.${meant} The routes are listed at /openapi.json.`;
  return new FramemillError('not_found', message);
}

/** Sends `cause` as an error answer; also used where Fastify has no error handler yet (bad addresses). */
export function sendError(reply: FastifyReply, request: FastifyRequest, cause: unknown, apiHost: string): FastifyReply {
  const error = bodyTooLarge(cause, request) ?? toFramemillError(cause, request.method === 'GET');
  const status = statusOf(error.code, error.details);
  if (status >= 500)
    request.log.error({ err: error.cause ?? error, route: pathOf(request), code: error.code }, 'failed');
  putRetryAfter(reply, error);
  if (status === 401 && !reply.hasHeader('WWW-Authenticate')) reply.header('WWW-Authenticate', tokenChallenge(apiHost));
  // A handler may have chosen a content type before it failed (a JPEG, say).
  return reply
    .code(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(error, apiHost));
}

/** Puts `Retry-After` on the answer to a 503, and to a 429 that says how long to wait. */
export function putRetryAfter(reply: FastifyReply, { code, details }: FramemillError): void {
  const status = statusOf(code, details);
  const waitSec = status === 503 ? UNAVAILABLE_RETRY_SEC : status === 429 ? details.retryAfterSec : undefined;
  if (typeof waitSec === 'number') reply.header('Retry-After', String(waitSec));
}

/**
 * Maps any thrown value to a contract error. What is not known becomes `internal_error` without its text. `isRead`: the
 * request changes nothing, so that an answer of the database that never came leaves nothing unknown.
 */
export function toFramemillError(cause: unknown, isRead = false): FramemillError {
  if (cause instanceof FramemillError) return cause;
  const trouble = databaseTrouble(cause);
  if (trouble === 'not-run' || (trouble === 'unanswered' && isRead)) {
    return new FramemillError('unavailable', 'The database is busy or away. Try again later.', {}, { cause });
  }
  const { status, code } = fastifyFacts(cause);
  if (status === 413) return new FramemillError('payload_too_large', tooLargeMessage(code), {}, { cause });
  if (status === 415) {
    const hint = 'Send a body of type application/json (media uploads: multipart/form-data).';
    return new FramemillError('invalid_request', `The body is of a type that is not read here. ${hint}`, {}, { cause });
  }
  if (status === 404) return new FramemillError('not_found', 'There is no such resource.', {}, { cause });
  if (status >= 400 && status < 500)
    return new FramemillError('invalid_request', refusals[code] ?? MALFORMED, {}, { cause });
  return new FramemillError('internal_error', 'The request failed inside the service.', {}, { cause });
}

/** The framework's own errors (FST_...) have a status for callers; those of everything else are the service's affair. */
function fastifyFacts(cause: unknown): { status: number; code: string } {
  if (!(cause instanceof Error)) return { status: 500, code: '' };
  const status = 'statusCode' in cause && typeof cause.statusCode === 'number' ? cause.statusCode : 500;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return { status: code.startsWith('FST_') ? status : 500, code };
}

const MALFORMED = 'The request is malformed. See /openapi.json for what this route takes.';

/** What the framework refuses before a route sees it, by its code. */
const refusals: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says. Send as many bytes as it says.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, but its type is application/json. Send JSON, or no Content-Type.',
  FST_ERR_BAD_URL: 'The path is not a valid URL path: a % must begin an encoded character.',
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 'There is no such HTTP method here.',
};

/** The error of a body over the limit of its route, with limit and size; null for any other. */
function bodyTooLarge(cause: unknown, request: FastifyRequest): FramemillError | null {
  if (fastifyFacts(cause).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return null;
  const limitBytes = request.routeOptions.bodyLimit;
  const announced = Number(request.headers['content-length']);
  const size = Number.isSafeInteger(announced) ? { sizeBytes: announced } : {};
  const has = size.sizeBytes === undefined ? `has more than ${limitBytes} bytes` : `has ${announced} bytes`;
  const message = `The body ${has}; this route takes at most ${limitBytes}. Split the request.`;
  return new FramemillError('payload_too_large', message, { limitBytes, ...size }, { cause });
}

function tooLargeMessage(code: string): string {
  return code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? 'The body is larger than this route takes. Split the request.'
    : 'The upload is larger than this route takes. Send a smaller file.';
}

function pathOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1);
  return path.slice(0, 200);
}
