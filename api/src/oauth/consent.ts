import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { Provider } from 'oidc-provider';
import { grantedScopes, type Scope } from '../auth/scopes.ts';
import { documentHost } from './client-documents.ts';

/** Pending authorization that needs a decision by the user. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Contents of the consent page. */
export interface Asked {
  appName: string;
  /** Whether the app was reviewed; false for a client that registered itself. */
  reviewed: boolean;
  /** Requested scopes that the app may be granted. */
  scopes: Scope[];
  /** Host or scheme that the browser is sent to afterwards, for display. */
  goesTo: string;
  /** The same target as a source expression for the content security policy. */
  formTarget: string;
}

/** Reads the request of an authorization. Throws `not_found` when the client no longer exists. */
export async function whatIsAsked(provider: Provider, database: Database, { params }: Interaction): Promise<Asked> {
  const clientId = textOf(params.client_id);
  const client = await provider.Client.find(clientId);
  if (!client) throw new FramemillError('not_found', 'The app that requested access no longer exists.');
  const app = await database.client.app.findUnique({ where: { id: clientId }, select: { scopes: true } });
  const url = new URL(textOf(params.redirect_uri));
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const host = documentHost(clientId);
  return {
    appName: (client.clientName ?? clientId) + (host === null ? '' : ` (${host})`),
    reviewed: app !== null,
    scopes: grantedScopes({ scopes: scopesOf(params.scope), legacy: false, ceiling: app?.scopes ?? null }),
    goesTo: isWeb ? url.host : url.protocol,
    formTarget: isWeb ? url.origin : url.protocol,
  };
}

/**
 * Stores the grant for a consent, limited to the app's scope ceiling, and returns the grant's id.
 * Scopes above the ceiling are recorded as rejected, so that they are not requested again.
 */
export async function giveConsent(
  provider: Provider,
  database: Database,
  interaction: Interaction,
  accountId: string,
): Promise<string> {
  const { scopes } = await whatIsAsked(provider, database, interaction);
  const { params } = interaction;
  const wanted = scopesOf(params.scope);
  const grant = new provider.Grant({ accountId, clientId: textOf(params.client_id) });
  const resources = Array.isArray(params.resource) ? params.resource : [params.resource];
  for (const resource of resources.map(textOf)) {
    grant.addResourceScope(resource, scopes.join(' '));
    grant.rejectResourceScope(resource, wanted.filter((name) => !scopes.some((scope) => scope === name)).join(' '));
  }
  return grant.save();
}

function scopesOf(scope: unknown): string[] {
  return textOf(scope)
    .split(' ')
    .filter((name) => name !== '');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
