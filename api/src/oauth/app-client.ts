import type { Database } from '@framemill/infra';
import type { AdapterPayload } from 'oidc-provider';
import { restrictionFields } from '../account/account-facts.ts';
import { isRestricted } from '../account/restriction.ts';
import { hasCustomScheme } from '../apps/redirect-uri.ts';
import { isIdLike } from '../ids.ts';

/**
 * Returns the OAuth client of an app, or undefined when it has none.
 * The client's id is the app's id, and it is public: it uses PKCE instead of a secret. It exists while the app is
 * approved and has redirect URIs, and its owner is not restricted.
 */
export async function appClient({ client }: Database, id: string): Promise<AdapterPayload | undefined> {
  if (!isIdLike(id)) return undefined;
  const app = await client.app.findUnique({ where: { id }, include: { account: { select: restrictionFields } } });
  if (app?.status !== 'approved' || app.redirectUris.length === 0 || isRestricted(app.account)) return undefined;
  const application_type = hasCustomScheme(app.redirectUris) ? 'native' : 'web';
  return { ...publicClient, application_type, client_id: id, client_name: app.name, redirect_uris: app.redirectUris };
}

/** Metadata that all clients have in common. Also the defaults for clients that register dynamically. */
export const publicClient = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  id_token_signed_response_alg: 'ES256',
  // Redirect URIs are compared exactly. For "native" clients (custom schemes), the port of loopback URIs may vary.
  application_type: 'web',
} satisfies AdapterPayload;
