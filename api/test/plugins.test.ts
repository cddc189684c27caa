import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { type LocalServer, listen } from '@framemill/testing/local-server';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../plugin-example/manifest.json' with { type: 'json' };
import { createPluginServer } from '../plugin-example/server.ts';
import { runAdmin } from './admin-run.ts';
import { addPlugin, folderForTests } from './plugin-world.ts';
import { startApi } from './start-api.ts';

const api = forSuite(startApi);
const servers: LocalServer[] = [];
const mine = forSuite(() => api.account());
afterAll(async () => {
  for (const server of servers) await server.close();
});

async function urlOf(server: Server): Promise<string> {
  const local = await listen(server);
  servers.push(local);
  return local.url;
}

const invoke = (slug: string, tool: string, args: unknown, who = mine) =>
  api.send(who, 'POST', `/v1/plugins/${slug}/${tool}`, { arguments: args });

describe('the example plugin', () => {
  it('is registered by its manifest, listed, and answers calls that are signed', async () => {
    // Its secret is known once it is registered, so it listens first and learns it then.
    let server: Server | undefined;
    const door = createServer((request, response) => server?.emit('request', request, response));
    const endpoint = await urlOf(door);
    const secret = await addPlugin(api, { ...manifest, endpoint });
    server = createPluginServer(secret);
    const { body } = await api.send(mine, 'GET', '/v1/plugins');
    expect(body.plugins.find(({ slug }: { slug: string }) => slug === 'palette')).toMatchObject({
      ...{ name: 'Palette', planRequired: null, tools: [{ name: 'palette' }, { name: 'contrast' }] },
    });
    const answer = await invoke('palette', 'palette', { color: '#ff0000', count: 3 });
    expect([answer.status, answer.body]).toEqual([200, { result: { colors: ['#ff0000', '#00ff00', '#0000ff'] } }]);
    const readable = await invoke('palette', 'contrast', { background: '#101010' });
    expect(readable.body.result).toMatchObject({ color: '#ffffff' });
    const unsigned = await fetch(`${endpoint}/palette`, { method: 'POST', body: '{"arguments":{}}' });
    expect(unsigned.status).toBe(401);
    const wrong = await invoke('palette', 'palette', { color: 'red' });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_request']);
    expect(wrong.body.error.message).toContain('color');
    const unknown = await invoke('palette', 'nothing', {});
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('a plugin', () => {
  const tools = [{ name: 'act', description: 'Acts.', inputSchema: { type: 'object' as const } }];
  const about = { name: 'Other', description: 'Somebody else made it.', tools };

  it('of the marketplace needs the Creator plan', async () => {
    const endpoint = await urlOf(createServer((_request, response) => response.end('{"result":1}')));
    await addPlugin(api, { slug: 'market', ...about, endpoint }, 'yes');
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const refused = await invoke('market', 'act', {}, hobby);
    expect([refused.status, refused.body.error.code]).toEqual([402, 'plan_required']);
    const creator = await api.account({ plan: 'creator', environment: 'test' });
    expect((await invoke('market', 'act', {}, creator)).body).toEqual({ result: 1 });
    // As the manifest says, unless the command says otherwise.
    await addPlugin(api, { slug: 'stated', marketplace: true, ...about, endpoint });
    expect((await invoke('stated', 'act', {}, hobby)).status).toBe(402);
    await addPlugin(api, { slug: 'stated', marketplace: true, ...about, endpoint }, 'no');
    expect((await invoke('stated', 'act', {}, hobby)).body).toEqual({ result: 1 });
  });

  it('is known by what the account gave it', async () => {
    const seen: unknown[] = [];
    const endpoint = await urlOf(
      createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.end('{"result":null}');
      }),
    );
    await addPlugin(api, { slug: 'known', ...about, endpoint });
    const signedIn = await api.signIn(mine);
    const url = '/api/developer/plugins/known/secret';
    const put = await api.send(null, 'PUT', url, { value: 'my-token' }, signedIn);
    expect([put.status, put.body]).toEqual([200, { slug: 'known', isSet: true }]);
    await invoke('known', 'act', {});
    await invoke('known', 'act', {}, await api.account());
    expect(await api.send(null, 'DELETE', url, undefined, signedIn)).toMatchObject({
      status: 200,
      body: { isSet: false },
    });
    await invoke('known', 'act', {});
    expect(seen).toEqual(['Bearer my-token', undefined, undefined]);
  });

  it.each([
    ['answers with a failure', 500, '{"result":1}'],
    ['redirects', 302, ''],
    ['answers with no JSON', 200, '<html>internal path /srv</html>'],
    ['answers without a result', 200, '{"error":"secret text"}'],
    ['answers with too much', 200, `{"result":"${'x'.repeat(1_100_000)}"}`],
  ])('that %s is a provider_error, without its words', async (_what, status, text) => {
    const slug = `bad-${status}-${text.length}`;
    const endpoint = await urlOf(
      createServer((_request, response) =>
        response.writeHead(status, { location: 'http://169.254.169.254/' }).end(text),
      ),
    );
    await addPlugin(api, { slug, ...about, endpoint });
    const answer = await invoke(slug, 'act', {});
    expect([answer.status, answer.body.error.code]).toEqual([502, 'provider_error']);
    expect(JSON.stringify(answer.body)).not.toMatch(/srv|secret text/);
  });

  it('at an address inside is not called', async () => {
    await addPlugin(api, { slug: 'inside', ...about, endpoint: 'http://169.254.169.254/latest' });
    const answer = await invoke('inside', 'act', {});
    expect([answer.status, answer.body.error.code]).toEqual([502, 'provider_error']);
  });

  it('is refused when its manifest is wrong, and can be removed', async () => {
    const file = path.join(await folderForTests(api), 'wrong.json');
    await writeFile(file, JSON.stringify({ slug: 'No Slug', ...about, endpoint: 'http://x.example' }));
    await expect(runAdmin(api, 'plugin', 'add', file)).rejects.toThrow('slug');
    await writeFile(file, JSON.stringify({ slug: 'gone', ...about, endpoint: 'ftp://x.example' }));
    await expect(runAdmin(api, 'plugin', 'add', file)).rejects.toThrow('endpoint');
    await addPlugin(api, { slug: 'gone', ...about, endpoint: 'http://127.0.0.1:9' });
    await runAdmin(api, 'plugin', 'remove', 'gone');
    expect((await invoke('gone', 'act', {})).status).toBe(404);
  });
});
