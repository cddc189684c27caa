import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths as ConsolePaths } from './generated/console.ts';
import type { paths as ApiPaths } from './generated/schema.ts';

/** Functions that compute the costs of generative calls, in credits. Pages use them to show the price before a call. */
export { creditsFor } from '../generation/generation-costs.ts';

/** All routes that a signed-in person may call: those of the API, of the console and of the Studio. */
export type SessionPaths = ApiPaths & ConsolePaths;

/** Path and headers with which a page calls the service. */
export interface SessionAccess {
  /** Path below which API routes accept the page's credential, without a trailing slash. */
  readonly prefix: string;
  /** Headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Creates a client for the service's own pages, which are authenticated by a session instead of a key. API routes are
 * named as in the OpenAPI document (`/v1/projects`) and called below the prefix of `access`, which is read at each
 * call. Bodies are JSON. `baseUrl` has no trailing slash.
 */
export function createSessionClient(baseUrl: string, access: () => SessionAccess): Client<SessionPaths> {
  const fetch = (request: Request) => sendToSession(request, access());
  return createFetchClient<SessionPaths>({ baseUrl, fetch, Request: SessionRequest });
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
 * Sends a request with the credential of the session, under its path prefix.
 * `fetch` is called before this function returns, so that an edit is already on its way while the page draws its
 * result.
 */
function sendToSession(request: Request, access: SessionAccess): Promise<Response> {
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(access.headers)) headers.set(name, value);
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/v1\//, `${access.prefix}/`);
  // A new request is built from the text: copying a request would stream its body, which browsers refuse over HTTP/1,
  // and reading the body back would wait until the page is idle.
  const body = request instanceof SessionRequest ? request.sentText : null;
  return fetch(url, { method, headers, signal, credentials: 'same-origin', ...(body === null ? {} : { body }) });
}
