import * as oauth4 from 'oauth4webapi';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { hashPassword } from '../src/account/credentials.ts';
import { scopeNames } from '../src/auth/scopes.ts';
import { newId } from '../src/ids.ts';
import { type Browser, formAction, openBrowser } from './screenless-browser.ts';
import { type Answer, type StartOptions, startApi, type TestAccount, type TestApi } from './start-api.ts';

/** Password of every user of these suites. */
export const password = 'correct horse battery';

/** Polling options in ms for checks that ended access is refused within 5 s. */
export const within5s = { timeout: 5_000, interval: 100 };

/** Account of a user who can sign in. */
export interface User extends TestAccount {
  email: string;
}

/** Authorization request, with the values that its client must keep until the response. */
interface Asked {
  url: string;
  verifier: string;
  state: string;
}

/** Running API with its OAuth server at a real address, and helpers that act as users and as clients. */
export type OauthWorld = Awaited<ReturnType<typeof openOauthWorld>>;

/** Starts the API and its OAuth server for one suite. */
export async function openOauthWorld(options: Pick<StartOptions, 'outbound'> = {}) {
  const api = await startApi({ listens: true, ...options });
  const base = api.deps.apiHost;
  const passwordHash = await hashPassword(password);
  const insecure = { execute: [client.allowInsecureRequests], algorithm: 'oauth2' as const };

  async function newUser(): Promise<User> {
    const account = await api.account({ plan: 'hobby' });
    const { email } = await api.deps.database.client.account.update({
      where: { id: account.accountId },
      data: { passwordHash },
    });
    return { ...account, email };
  }

  function configure(clientId: string): Promise<client.Configuration> {
    return client.discovery(new URL(base), clientId, undefined, client.None(), insecure);
  }

  async function connect(scope = 'account.read projects.read', options: Parameters<typeof oauthApp>[1] = {}) {
    const app = await oauthApp(api, options);
    const user = await newUser();
    const config = await configure(app.clientId);
    const browser = openBrowser(base);
    const asked = await askFor(config, app.redirectUri, scope);
    const back = await decide(browser, asked.url, user);
    return { app, user, config, browser, tokens: await redeem(config, back, asked), back, asked };
  }

  return {
    api,
    base,
    newUser,
    configure,
    /** Creates an app and a user, and connects them by OAuth. */
    connect,
    /** Creates an approved app of a new developer. */
    newApp: (options: Parameters<typeof oauthApp>[1] = {}) => oauthApp(api, options),
    openBrowser: () => openBrowser(base),
    /** Returns the response of `GET /v1/me` for an access token. */
    me: (token: string): Promise<Answer> =>
      api.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } }),
    close: () => api.close(),
  };
}

/** Builds an authorization request as a client does. */
export async function askFor(
  config: client.Configuration,
  redirectUri: string,
  scope: string,
  extra: Record<string, string> = {},
): Promise<Asked> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { url: url.href, verifier, state };
}

/**
 * Signs in and decides about an authorization request, as a person does in a browser. Returns the address that the
 * browser is redirected to.
 */
export async function decide(
  browser: Browser,
  url: string,
  user: User,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  let visit = await browser.get(url);
  if (visit.html.includes('type="password"')) {
    visit = await browser.submit(formAction(visit.html), { email: user.email, password });
  }
  expect([visit.status, visit.html.slice(0, 15)]).toEqual([200, '<!doctype html>']);
  const end = await browser.submit(formAction(visit.html, 'Allow'), { decision });
  return new URL(end.url);
}

/** Changes the time of use of all used refresh tokens to eleven seconds ago. */
export function ageUses({ deps: { database } }: TestApi): Promise<unknown> {
  const data = { consumedAt: new Date(Date.now() - 11_000) };
  return database.client.oauthRecord.updateMany({ where: { kind: 'RefreshToken', consumedAt: { not: null } }, data });
}

/** Exchanges the address that the browser was redirected to for tokens. */
export function redeem(config: client.Configuration, back: URL, { verifier, state }: Asked) {
  return client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state });
}

/** Returns the error code of a failing OAuth call. */
export async function errorOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    if (error instanceof client.ResponseBodyError || error instanceof oauth4.ResponseBodyError) return error.error;
    if (error instanceof client.AuthorizationResponseError) return error.error;
    throw error;
  }
  throw new Error('The call did not fail.');
}

async function oauthApp(api: TestApi, options: { scopes?: string[]; redirectUris?: string[] } = {}) {
  const developer: TestAccount = await api.account();
  const id = newId('app');
  const redirectUris = options.redirectUris ?? ['https://app.example/back'];
  const scopes = options.scopes ?? scopeNames;
  const data = { id, accountId: developer.accountId, name: 'Holiday films', scopes, redirectUris };
  await api.deps.database.client.app.create({ data });
  return { developer, clientId: id, redirectUri: redirectUris[0] ?? '' };
}
