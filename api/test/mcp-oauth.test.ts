import { forSuite } from '@framemill/testing/for-suite';
import {
  Client,
  type OAuthClientInformation,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { hashPassword } from '../src/account/credentials.ts';
import { createToolLists } from '../src/mcp/tool-lists.ts';
import { decide, openOauthWorld, password, type User } from './oauth-world.ts';

const world = forSuite(openOauthWorld);

/**
 * Creates an OAuth provider for the official client library, which registers itself. The test approves it as a person
 * would in a browser.
 */
function personalProvider() {
  let tokens: OAuthTokens | undefined;
  let registered: OAuthClientInformation | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  const asked: URL[] = [];
  const redirectUrl = 'http://127.0.0.1:3210/callback';
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      ...{ client_name: 'Desk assistant', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    },
    clientInformation: () => registered,
    saveClientInformation: (information) => {
      registered = information;
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization: (url) => {
      asked.push(url);
    },
    saveCodeVerifier: (text) => {
      verifier = text;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => {
      discovered = state;
    },
    discoveryState: () => discovered,
  };
  return { provider, asked };
}

async function userOf(plan: string): Promise<User> {
  const account = await world.api.account({ plan, environment: 'test' });
  const { email } = await world.api.deps.database.client.account.update({
    where: { id: account.accountId },
    data: { passwordHash: await hashPassword(password) },
  });
  return { ...account, email };
}

it.each(['hobby', 'creator', 'studio'])(
  'the official client signs somebody on %s in, lists and edits',
  async (plan) => {
    const user = await userOf(plan);
    const url = new URL(`${world.base}/api/mcp`);
    const { provider, asked } = personalProvider();
    const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
    const stranger = new Client({ name: 'test', version: '1' });
    await expect(stranger.connect(first)).rejects.toThrow(UnauthorizedError);
    expect(asked).toHaveLength(1);
    const page = asked[0]?.href ?? '';
    const scopes = asked[0]?.searchParams.get('scope')?.split(' ') ?? [];
    expect(new Set(scopes)).toEqual(new Set(createToolLists().all.flatMap(({ scope }) => scope ?? [])));
    const back = await decide(world.openBrowser(), page, user);
    await first.finishAuth(back.searchParams);

    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
    expect((await client.listTools()).tools).toHaveLength(createToolLists().all.length);
    const account = await client.callTool({ name: 'get_account', arguments: {} });
    expect(account.structuredContent).toMatchObject({
      ...{ account: { plan: { id: plan } }, credential: { type: 'oauth' } },
    });
    const made = await client.callTool({ name: 'create_project', arguments: { name: 'By a guest' } });
    expect(made.structuredContent).toMatchObject({ project: { name: 'By a guest' } });
    await client.close();
  },
);
