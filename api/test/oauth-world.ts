import { freePort } from '@framemill/infra/testing';
import * as oauth4 from 'oauth4webapi';
import * as client from 'openid-client';
import { expect } from 'vitest';
import { hashPassword } from '../src/account/credentials.ts';
import { scopeNames } from '../src/auth/scopes.ts';
import { newId } from '../src/ids.ts';
import { type Browser, formAction, openBrowser } from './screenless-browser.ts';
import { type Answer, type StartOptions, startApi, type TestAccount, type TestApi } from './start-api.ts';

/** The password of every user here. */
export const password = 'correct horse battery';

/** How soon whatever ended must be refused; also how seldom to ask. */
export const within5s = { timeout: 5_000, interval: 100 };

/** Somebody who can sign in. */
export interface User extends TestAccount {
  email: string;
}

/** A request for an authorization, and what its client remembers of it. */
interface Asked {
  url: string;
  verifier: string;
  state: string;
}

/** A running API with its OAuth server at a real address, and the ways of people and clients through it. */
export type OauthWorld = Awaited<ReturnType<typeof openOauthWorld>>;

/** Opens the world of one suite. */
export async function openOauthWorld(options: Pick<StartOptions, 'outbound'> = {}) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const api = await startApi({ apiHost: base, ...options });
  await api.app.listen({ host: '127.0.0.1', port });
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
    /** Connects a new app to a new user. */
    connect,
    /** An approved app of a fresh developer. */
    newApp: (options: Parameters<typeof oauthApp>[1] = {}) => oauthApp(api, options),
    openBrowser: () => openBrowser(base),
    /** What `GET /v1/me` answers to a token. */
    me: (token: string): Promise<Answer> =>
      api.inject({ method: 'GET', url: '/v1/me', headers: { authorization: `Bearer ${token}` } }),
    close: () => api.close(),
  };
}

/** Makes a request for an authorization, as a client does. */
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

/** Signs in and decides, as a person does in a browser; returns the address that the browser ends up at. */
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

/** Lets the use of all used refresh tokens lie eleven seconds back. */
export function ageUses({ deps: { database } }: TestApi): Promise<unknown> {
  const data = { consumedAt: new Date(Date.now() - 11_000) };
  return database.client.oauthRecord.updateMany({ where: { kind: 'RefreshToken', consumedAt: { not: null } }, data });
}

/** Turns the address that a browser came back to into tokens. */
export function redeem(config: client.Configuration, back: URL, { verifier, state }: Asked) {
  return client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state });
}

/** What a failing call of a client says. */
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
