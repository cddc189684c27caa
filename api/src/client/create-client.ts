import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/schema.ts';

/** Types of response bodies by name: `Schemas['Render']` is a render record, `Schemas['Project']` a project. */
export type Schemas = components['schemas'];

/** Address of the service and the credential to call it with. */
export interface ClientOptions {
  /** Address of the service, without a trailing slash and without `/v1`. */
  baseUrl: string;
  /** API key or OAuth access token. */
  key: string;
  /** Function to use instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Creates an API client whose paths, parameters, bodies and responses are typed by the OpenAPI document.
 * `client.POST('/v1/renders', { body: { projectId } })` resolves to `{ data }` or `{ error }`.
 */
export function createClient({ baseUrl, key, fetch }: ClientOptions): Client<paths> {
  return createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${key}` },
    ...(fetch ? { fetch } : {}),
  });
}
