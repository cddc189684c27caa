import { FramemillError } from '@framemill/timeline';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type InteractionResults, type Provider } from 'oidc-provider';
import type { ConsoleServices } from '../deps.ts';
import { giveConsent, type Interaction, whatIsAsked } from './consent.ts';
import { formField } from './form-body.ts';
import { signedIn } from './page-session.ts';
import { consentPage } from './pages/consent-page.ts';
import { sendPage } from './pages/page.ts';
import { signInPage } from './pages/sign-in-page.ts';
import { signInByForm } from './sign-in-form.ts';

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
