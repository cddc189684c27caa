import { databaseTrouble } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isErrorCode, statusOf } from './error-catalog.ts';

/** Value of `Retry-After` for a 503, in seconds. */
export const UNAVAILABLE_RETRY_SEC = 30;

/** Path of the metadata from which clients learn how to get a token (RFC 9728). */
const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** Returns the `WWW-Authenticate` header for a token that lacks a scope. */
export function scopeChallenge(scope: string, apiHost: string): string {
  return `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${apiHost}${RESOURCE_METADATA}"`;
}

/**
 * Returns the `WWW-Authenticate` header for a request without a valid token.
 * `of` states the path of the requested resource, and the scopes that a client should request; null means the API as a
 * whole.
 */
export function tokenChallenge(apiHost: string, of: { path: string; scopes: readonly string[] } | null = null): string {
  const metadata = `Bearer resource_metadata="${apiHost}${RESOURCE_METADATA}${of?.path ?? ''}"`;
  return of === null ? metadata : `${metadata}, scope="${of.scopes.join(' ')}"`;
}

/** Builds the response body of an error. `details` cannot overwrite `code`, `message` and `docs_url`. */
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
 * Installs handlers that send every error in the API's error format.
 * They handle thrown FramemillErrors and Fastify's own errors (malformed JSON, oversized body, unsupported media type,
 * bad URL). Any other error is sent as `internal_error`; its text is logged with the request id and never shown.
 */
export function installErrorReplies(app: FastifyInstance, apiHost: string): void {
  app.setErrorHandler((cause, request, reply) => sendError(reply, request, cause, apiHost));
  app.setNotFoundHandler((request, reply) => sendError(reply, request, noRoute(request), apiHost));
}

/** Creates the error for a request that matches no route. `near` lists similar routes, such as `POST /v1/renders`. */
export function noRoute(request: FastifyRequest, near: readonly string[] = []): FramemillError {
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
  const message = `There is no route ${request.method} ${pathOf(request)}.${meant} See /openapi.json.`;
  return new FramemillError('not_found', message);
}

/** Sends `cause` as an error response. Also used for bad URLs, where Fastify does not call the error handler. */
export function sendError(reply: FastifyReply, request: FastifyRequest, cause: unknown, apiHost: string): FastifyReply {
  const error = bodyTooLarge(cause, request) ?? toFramemillError(cause, request.method === 'GET');
  const status = statusOf(error.code, error.details);
  request.failure = { code: error.code, message: error.message };
  if (status >= 500)
    request.log.error({ err: error.cause ?? error, route: pathOf(request), code: error.code }, 'failed');
  putRetryAfter(reply, error);
  if (status === 401 && !reply.hasHeader('WWW-Authenticate')) reply.header('WWW-Authenticate', tokenChallenge(apiHost));
  // A handler may have set a content type (such as JPEG) before it failed.
  return reply
    .code(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(errorBody(error, apiHost));
}

/** Sets `Retry-After` on a 503 response, and on a 429 response whose error details contain a waiting time. */
export function putRetryAfter(reply: FastifyReply, { code, details }: FramemillError): void {
  const status = statusOf(code, details);
  const waitSec = status === 503 ? UNAVAILABLE_RETRY_SEC : status === 429 ? details.retryAfterSec : undefined;
  if (typeof waitSec === 'number') reply.header('Retry-After', String(waitSec));
}

/**
 * Converts any thrown value to an error of the API contract.
 * An unknown error becomes `internal_error` without its text. `isRead` means that the request changes nothing. If the
 * connection to the database is lost during such a request, the error is `unavailable`, because repeating the request
 * is safe.
 */
export function toFramemillError(cause: unknown, isRead = false): FramemillError {
  if (cause instanceof FramemillError) return cause;
  const trouble = databaseTrouble(cause);
  if (trouble === 'not-run' || (trouble === 'unanswered' && isRead)) {
    return new FramemillError('unavailable', 'The database is busy or unreachable. Try again later.', {}, { cause });
  }
  const { status, code } = fastifyFacts(cause);
  if (status === 413) return new FramemillError('payload_too_large', tooLargeMessage(code), {}, { cause });
  if (status === 415) {
    const hint = 'Send a body of type application/json (media uploads: multipart/form-data).';
    return new FramemillError('invalid_request', `The Content-Type of the body is unsupported. ${hint}`, {}, { cause });
  }
  if (status === 404) {
    const message = 'There is no resource at this path. Check the path. See /openapi.json.';
    return new FramemillError('not_found', message, {}, { cause });
  }
  if (status >= 400 && status < 500)
    return new FramemillError('invalid_request', refusals[code] ?? MALFORMED, {}, { cause });
  return new FramemillError('internal_error', FAULT, {}, { cause });
}

const FAULT =
  'The service failed while it handled the request, and the outcome is unknown. Check the outcome before you try ' +
  'again. If it fails again, send the X-Request-Id of the response to the operator of the service.';

/** Returns the HTTP status and the code of a Fastify error (FST_...). Any other error gets status 500. */
function fastifyFacts(cause: unknown): { status: number; code: string } {
  if (!(cause instanceof Error)) return { status: 500, code: '' };
  const status = 'statusCode' in cause && typeof cause.statusCode === 'number' ? cause.statusCode : 500;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  return { status: code.startsWith('FST_') ? status : 500, code };
}

const MALFORMED = 'The request is malformed. See /openapi.json.';

/** Messages for requests that the framework refuses before a route is called, by error code. */
const refusals: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body differs from Content-Length. Send exactly as many bytes.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty, but its type is application/json. Send JSON, or no Content-Type.',
  FST_ERR_BAD_URL: 'The path has an invalid percent-encoding. Encode a percent sign as %25.',
  FST_ERR_ROUTE_METHOD_NOT_SUPPORTED: 'The HTTP method of the request is not supported. See /openapi.json.',
};

/** Returns the error for a body above the size limit of its route, with limit and size; null for any other error. */
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

/** Converts an error response of one of the service's own routes (parsed JSON) to the error that it describes. */
export function refusalIn(answer: unknown): FramemillError {
  const { code, message, docs_url: _page, ...details } = (answer as { error: Record<string, unknown> }).error;
  const known = isErrorCode(String(code)) ? (String(code) as FramemillError['code']) : 'internal_error';
  return new FramemillError(known, String(message), details);
}
