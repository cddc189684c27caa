import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import { grantedScopes, type Scope } from '../auth/scopes.ts';
import type { ConsoleServices } from '../deps.ts';
import { documentHost } from './client-documents.ts';
import { consentPage, sendPage, signInPage } from './pages.ts';
import { formField, signedIn, signInByForm } from './sign-in-form.ts';

/** Pending authorization that needs a decision by the user. */
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Data shown on the consent page. */
export interface Asked {
  appName: string;
  /** Whether the app was reviewed; false for a client that registered itself. */
  reviewed: boolean;
  /** Requested scopes that the app may be granted. */
  scopes: Scope[];
  /** Host or scheme that the browser is sent to afterwards, for display. */
  goesTo: string;
  /** The same target in the form that the content security policy's `form-action` requires. */
  formTarget: string;
}

/** Installs the pages that the OAuth server redirects users to: sign-in, then consent. */
export function installInteractionPages(scope: FastifyInstance, provider: Provider, deps: ConsoleServices): void {
  const schema = { hide: true };

  async function find(request: FastifyRequest, reply: FastifyReply): Promise<Interaction> {
    try {
      return await provider.interactionDetails(request.raw, reply.raw);
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      throw new FramemillError(
        'not_found',
        'This page has expired. Go back to the app and start again.',
        {},
        { cause: error },
      );
    }
  }

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    result: InteractionResults,
  ): Promise<FastifyReply> {
    const goOn = await provider.interactionResult(request.raw, reply.raw, result);
    return reply.redirect(goOn, 303);
  }

  scope.get('/oauth/interaction/:uid', { schema }, async (request, reply) => {
    const interaction = await find(request, reply);
    const { prompt, uid } = interaction;
    const session = await signedIn(deps.sessions, request);
    const asked = await whatIsAsked(provider, deps.database, interaction);
    // A client may require a new sign-in, even when a user is already signed in.
    if (session === null || prompt.reasons.includes('login_prompt')) {
      const action = `/oauth/interaction/${uid}/sign-in`;
      return sendPage(reply, signInPage({ action, appName: asked.appName, email: '', problem: null }));
    }
    if (prompt.name === 'login') return finish(request, reply, loginOf(session.accountId));
    const action = `/oauth/interaction/${uid}/consent`;
    return sendPage(reply, consentPage({ ...asked, action, email: session.email }), asked.formTarget);
  });

  scope.post('/oauth/interaction/:uid/sign-in', { schema }, async (request, reply) => {
    const interaction = await find(request, reply);
    const { appName } = await whatIsAsked(provider, deps.database, interaction);
    const here = `/oauth/interaction/${interaction.uid}`;
    const accountId = await signInByForm(deps, request, reply, { action: `${here}/sign-in`, appName });
    if (accountId === null) return reply;
    if (interaction.prompt.name !== 'login') return reply.redirect(here, 303);
    return finish(request, reply, loginOf(accountId));
  });

  scope.post('/oauth/interaction/:uid/consent', { schema }, async (request, reply) => {
    const interaction = await find(request, reply);
    const { accountId } = await deps.sessions.session(request);
    if (interaction.prompt.name !== 'consent' || interaction.session?.accountId !== accountId) {
      throw new FramemillError(
        'invalid_request',
        'Another account is signed in now. Go back to the app and start again.',
      );
    }
    if (formField(request.body, 'decision') !== 'allow') {
      return finish(request, reply, { error: 'access_denied', error_description: 'the user did not allow it' });
    }
    const grantId = await giveConsent(provider, deps.database, interaction, accountId);
    return finish(request, reply, { consent: { grantId } });
  });
}

// Not remembered: the console's session alone determines the signed-in account.
function loginOf(accountId: string) {
  return { login: { accountId, remember: false } };
}

/**
 * Reads which app requests an authorization and for which scopes. Throws `not_found` when the client no longer exists.
 */
async function whatIsAsked(provider: Provider, database: Database, { params }: Interaction): Promise<Asked> {
  const clientId = textOf(params.client_id);
  const client = await provider.Client.find(clientId);
  if (!client)
    throw new FramemillError('not_found', 'The app that requested access no longer exists. Contact its developer.');
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
 * Stores the grant for a consent, limited to the scopes that the app may be granted. Returns the grant's id.
 * All other requested scopes are recorded as rejected, so that they are not requested again.
 */
async function giveConsent(
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
