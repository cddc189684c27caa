import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths as ConsolePaths } from './generated/console.ts';
import type { paths as ApiPaths } from './generated/schema.ts';

/** What generative calls cost, for pages that say so before. */
export { creditsFor } from '../generation/generation-costs.ts';

/** Every route that a signed-in person may call: those of the API, the console's and the Studio's own. */
export type SessionPaths = ApiPaths & ConsolePaths;

/** Where the API's routes stand behind the session's cookie. */
const STUDIO_PREFIX = '/api/studio/';

/**
 * A client for pages of the service itself: the browser sends the session's cookie, there is no key. Routes of the API are named
 * as in its document (`/v1/projects`) and called where sessions open them. Bodies are JSON. `baseUrl` has no slash at its end.
 */
export function createSessionClient(baseUrl: string): Client<SessionPaths> {
  return createFetchClient<SessionPaths>({ baseUrl, fetch: sendToSession, Request: SessionRequest });
}

/** A request that keeps its text. */
class SessionRequest extends Request {
  readonly sentText: string | null;
  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    super(input, init);
    this.sentText = typeof init?.body === 'string' ? init.body : null;
  }
}

/** Sends before it returns: an edit must be on its way before the page draws what it did. */
function sendToSession(request: Request): Promise<Response> {
  const { method, headers, signal } = request;
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(/^\/v1\//, STUDIO_PREFIX);
  // Sent anew: a request made of a request streams its body, which browsers refuse over HTTP/1. Reading the body back would wait
  // for the page to be idle.
  const body = request instanceof SessionRequest ? request.sentText : null;
  return fetch(url, { method, headers, signal, credentials: 'same-origin', ...(body === null ? {} : { body }) });
}
