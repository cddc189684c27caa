import { startFileServer } from '@framemill/testing/local-server';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutbound, type Outbound } from '../src/outbound/outbound.ts';
import { askFor, decide, type OauthWorld, openOauthWorld, redeem } from './oauth-world.ts';

/** Response of the test server for client metadata documents at one path. */
type Served = { status?: number; headers?: Record<string, string>; body: string };
const served = new Map<string, Served>();
const asked: string[] = [];
const host = 'https://assistant.example';
const redirectUri = 'http://127.0.0.1:3210/callback';

const documents = await startFileServer(({ url = '' }, response) => {
  asked.push(url);
  const { status = 200, headers = {}, body } = served.get(url) ?? { status: 404, body: '{}' };
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
});

let world: OauthWorld;
beforeAll(async () => {
  const real = createOutbound({ ports: [80, 443], privateHosts: [] });
  const near = createOutbound({ ports: [documents.port], privateHosts: ['127.0.0.1'] });
  // The one public host of these tests is this machine's; every other address goes the real way.
  const outbound: Outbound = {
    check: (url) => real.check(url),
    connect: (host, port, signal) => real.connect(host, port, signal),
    send: (url, request) =>
      url.startsWith(`${host}/`) ? near.send(url.replace(host, documents.url), request) : real.send(url, request),
  };
  world = await openOauthWorld({ outbound });
});
afterAll(async () => {
  await world.close();
  await documents.close();
});

/** Serves a client metadata document at `path`. Returns its address, which is the client's id. */
function serve(path: string, change: object = {}, answer: Omit<Served, 'body'> = {}): string {
  const id = `${host}${path}`;
  const document = { client_id: id, client_name: 'Assistant', redirect_uris: [redirectUri], ...change };
  served.set(path, { ...answer, body: JSON.stringify({ token_endpoint_auth_method: 'none', ...document }) });
  return id;
}

/** Returns the first page that a person sees when the client requests access. */
async function firstPage(clientId: string) {
  const config = await world.configure(clientId);
  const { url } = await askFor(config, redirectUri, 'account.read', { resource: `${world.base}/api/mcp` });
  return world.openBrowser().get(url);
}

describe('a client whose id is the address of a document about it', () => {
  it('is announced, read once, named with its host, and gets a token', async () => {
    const id = serve('/client.json');
    const config = await world.configure(id);
    expect(config.serverMetadata()).toMatchObject({ client_id_metadata_document_supported: true });
    const scope = 'account.read projects.read';
    const wish = await askFor(config, redirectUri, scope, { resource: `${world.base}/api/mcp` });
    const browser = world.openBrowser();
    expect((await browser.get(wish.url)).html).toContain('<strong>Assistant (assistant.example)</strong>');
    const back = await decide(browser, wish.url, await world.newUser());
    const tokens = await redeem(config, back, wish);
    const { body } = await world.me(tokens.access_token);
    expect(body.credential).toMatchObject({ type: 'oauth', appId: null, scopes: scope.split(' ') });
    const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect((await world.me(again.access_token)).status).toBe(200);
    expect(asked.filter((path) => path === '/client.json')).toHaveLength(1);
  });

  it.each<[string, () => string]>([
    ['names another id', () => serve('/other.json', { client_id: `${host}/client.json` })],
    ['holds a secret', () => serve('/secret.json', { client_secret: 'x'.repeat(40) })],
    ['wants a secret', () => serve('/basic.json', { token_endpoint_auth_method: 'client_secret_basic' })],
    ['redirects elsewhere', () => serve('/foreign.json', { redirect_uris: ['https://evil.example/back'] })],
    ['is too large', () => serve('/large.json', { policy_uri: `https://a.example/${'x'.repeat(9_000)}` })],
    ['answers with a redirect', () => serve('/moved.json', {}, { status: 302, headers: { location: '/client.json' } })],
    ['is not there', () => `${host}/none.json`],
    ['is at an address inside', () => 'https://127.0.0.1/client.json'],
    ['is where machines of a cloud keep their secrets', () => 'https://169.254.169.254/latest/meta-data'],
    ['is at an address inside, written as a number', () => 'https://2130706433/client.json'],
    ['is at an address inside, in IPv6', () => 'https://[::ffff:7f00:1]/client.json'],
    ['is at another port', () => 'https://8.8.8.8:6379/client.json'],
    ['has somebody in its address', () => 'https://user@assistant.example/client.json'],
    ['is not encrypted on its way', () => 'http://assistant.example/client.json'],
  ])('is refused when it %s', async (_what, id) => {
    const page = await firstPage(id());
    expect([page.status, page.html.includes('could not be connected')]).toEqual([400, true]);
  });

  it('cannot make the service read more than 30 documents a minute from one address', async () => {
    const before = asked.length;
    for (let at = 0; at < 40; at += 1) await firstPage(serve(`/many-${at}.json`));
    expect(asked.length - before).toBeLessThanOrEqual(30);
  });
});
