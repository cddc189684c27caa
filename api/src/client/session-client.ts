import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths as ConsolePaths } from './generated/console.ts';
import type { paths as ApiPaths } from './generated/schema.ts';

/** Functions that compute the costs of generative calls, in credits. Pages use them to show the price before a call. */
export { creditsFor } from '../generation/generation-costs.ts';

/** All routes that a signed-in person may call: those of the API, of the console and of the Studio. */
export type SessionPaths = ApiPaths & ConsolePaths;

/** Path prefix under which API routes accept the session cookie. */
const STUDIO_PREFIX = '/api/studio/';

/**
 * Creates a client for the service's own pages, which are authenticated by the session cookie instead of a key.
 * API routes are named as in the OpenAPI document (`/v1/projects`) and called under the Studio's prefix. Bodies are
 * JSON. `baseUrl` has no trailing slash.
 */
export function createSessionClient(baseUrl: string): Client<SessionPaths> {
  return createFetchClient<SessionPaths>({ baseUrl, fetch: sendToSession, Request: SessionRequest });
}

/** Request that also stores the text of its body. */
class SessionRequest extends Request {
  readonly sentText: string | null;
  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    super(input, init);
    this.sentText = typeof init?.body === 'string' ? init.body : null;
  }
}

/**
 * Sends a request with the session cookie, under the Studio's path prefix.
 * `fetch` is called before this function returns, so that an edit is already on its way while the page draws its
 * result.
 */
function sendToSession(request: Request): Promise<Response> {
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/v1\//, STUDIO_PREFIX);
  // A new request is built from the text: copying a request would stream its body, which browsers refuse over HTTP/1,
  // and reading the body back would wait until the page is idle.
  const body = request instanceof SessionRequest ? request.sentText : null;
  return fetch(url, { method, headers, signal, credentials: 'same-origin', ...(body === null ? {} : { body }) });
}
