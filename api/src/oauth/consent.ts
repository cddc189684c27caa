import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { Provider } from 'oidc-provider';
import { grantedScopes, type Scope } from '../auth/scopes.ts';
import { documentHost } from './client-documents.ts';

/** An authorization that waits for a person. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** What the person is asked for. */
export interface Asked {
  appName: string;
  /** false for a client that registered itself. */
  reviewed: boolean;
  /** The scopes that were asked for and that the app may have. */
  scopes: Scope[];
  /** Where the browser goes afterwards, for people. */
  goesTo: string;
  /** The same as a source of a content security policy. */
  formTarget: string;
}

/** Reads what a client asks for. Throws `not_found` when the client is gone. */
export async function whatIsAsked(provider: Provider, database: Database, { params }: Interaction): Promise<Asked> {
  const clientId = textOf(params.client_id);
  const client = await provider.Client.find(clientId);
  if (!client) throw new FramemillError('not_found', 'The app that asked is not there any more.');
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
 * Stores the grant of a person who allowed what was asked, clamped to the app's ceiling, and returns its id. What is above the
 * ceiling is recorded as refused, so that it is not asked for again.
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
