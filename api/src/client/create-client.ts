import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/schema.ts';

/** What answers hold, by name: `Schemas['Render']` is a render record, `Schemas['Project']` a project with its document. */
export type Schemas = components['schemas'];

/** Where the service is, and as whom to call it. */
export interface ClientOptions {
  /** Address of the service without a trailing slash and without `/v1`. */
  baseUrl: string;
  /** A key or an access token. */
  key: string;
  /** Instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client of the API whose paths, parameters, bodies and answers are typed by the OpenAPI document:
 * `client.POST('/v1/renders', { body: { projectId } })` resolves to `{ data }` or `{ error }`.
 */
export function createClient({ baseUrl, key, fetch }: ClientOptions): Client<paths> {
  return createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    ...(fetch ? { fetch } : {}),
  });
}
