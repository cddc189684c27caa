import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { forSuite } from '@framemill/testing/for-suite';
import { DocumentSchema } from '@framemill/timeline';
import { Compile } from '@framemill/timeline/typebox';
import { describe, expect, it } from 'vitest';
import { clientFiles } from '../src/client/client-source.ts';
import { contractText } from '../src/client/contract.ts';
import { createClient, type Schemas } from '../src/client/create-client.ts';
import { createToolLists } from '../src/mcp/tool-lists.ts';
import { MediaRecordSchema } from '../src/media/media-record.ts';
import { changelog } from '../src/pages/changelog-page.ts';
import { ManifestSchema } from '../src/plugins/manifest.ts';
import { ProjectRecordSchema } from '../src/projects/project-record.ts';
import { WorkspaceRecordSchema } from '../src/projects/workspace-record.ts';
import { RenderRecordSchema } from '../src/renders/render-schema.ts';
import { AccountSchema } from '../src/routes/account.ts';
import { routes } from '../src/routes/index.ts';
import { apiInfo, openApiDocument } from '../src/routing/openapi.ts';
import { botScopes } from '../src/telegram/bot-owner.ts';
import { commands } from '../src/telegram/stages/meet.ts';
import { UsageRecordSchema } from '../src/usage/usage-record.ts';
import { webhookEvents } from '../src/webhooks/event-types.ts';
import { newWebhookSecret, signedHeaders } from '../src/webhooks/sign-webhook.ts';
import { sharedAddress, sharedApi } from './shared-api.ts';
import type { Answer } from './start-api.ts';

const api = forSuite(sharedApi);

const documentOf = async (): Promise<Answer['body']> =>
  (await api.inject({ method: 'GET', url: '/openapi.json' })).body;

describe('the OpenAPI document', () => {
  it('is valid: the linter that others use finds no error', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'framemill-openapi-'));
    const file = path.join(folder, 'openapi.json');
    // A public address: the linter takes the one of the tests for a mistake.
    await writeFile(file, JSON.stringify(await openApiDocument(routes, apiInfo('https://api.framemill.test'))));
    const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
    const run = promisify(execFile)(process.execPath, [linter, 'lint', file, '--format', 'json'], {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    const { stdout } = await run.catch((failed: { stdout: string }) => failed);
    await rm(folder, { recursive: true });
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('is what the routes state, nothing else', async () => {
    const stated = await openApiDocument(routes, apiInfo('http://api.test'));
    expect(await documentOf()).toEqual(JSON.parse(JSON.stringify(stated)));
  });

  it('is summarised, with the one of the console, in a committed file (npm run contract)', async () => {
    expect(await readFile(path.join(import.meta.dirname, '../openapi.txt'), 'utf8')).toBe(await contractText());
  });

  it('shows a request for every body, an answer for every success, and a body for every error', async () => {
    const missing: string[] = [];
    for (const [address, item] of Object.entries<Answer['body']>((await documentOf()).paths)) {
      for (const [method, operation] of Object.entries<Answer['body']>(item)) {
        const json = operation.requestBody?.content?.['application/json'];
        if (json && Object.keys(json.examples ?? json.example ?? {}).length === 0)
          missing.push(`${method} ${address}: request`);
        for (const [status, response] of Object.entries<Answer['body']>(operation.responses)) {
          const { schema, examples } = response.content['application/json'];
          if (Object.keys(schema).length === 0) missing.push(`${method} ${address}: ${status} has no schema`);
          if (status >= '400' && !examples) missing.push(`${method} ${address}: ${status} has no example`);
        }
      }
    }
    expect(missing).toEqual([]);
  });

  it('names the details that errors carry', async () => {
    const { properties } = (await documentOf()).components.schemas.Error.properties.error;
    const details = ['field', 'conflictCode', 'rev', 'scope', 'granted', 'remaining', 'restriction', 'retryAfterSec'];
    expect(Object.keys(properties)).toEqual(['code', 'message', 'docs_url', ...details]);
  });

  it('names what answers hold, once, so that generated clients name it too', async () => {
    const { components, paths } = await documentOf();
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const answer = (address: string) => paths[address].get.responses['200'].content['application/json'].schema;
    expect(answer('/v1/projects/{id}').properties.project).toEqual(reference('Project'));
    expect(answer('/v1/renders').properties.renders.items).toEqual(reference('Render'));
    expect(components.schemas.Project.properties.document).toEqual(reference('Document'));
    const named: Schemas['Render']['status'] = 'COMPLETED';
    expect(components.schemas.Render.properties.status.enum).toContain(named);
    const described = JSON.stringify(paths).match(/"totalSegments"/g) ?? [];
    expect(described.length).toBeLessThanOrEqual(1);
  });

  it('describes the tracks of a project as the contract does', async () => {
    const { Project, Track } = (await documentOf()).components.schemas;
    const fields = ['id', 'label', 'type', 'color', 'bg', 'muted', 'locked', 'visible'];
    expect(Project.properties.tracks.items).toEqual({ $ref: '#/components/schemas/Track' });
    expect([Track.required, Object.keys(Track.properties)]).toEqual([fields, fields]);
  });

  it('describes the document of a project, and leaves it open for further fields', async () => {
    const { Document: document } = (await documentOf()).components.schemas;
    expect(document.required).toEqual(['version', 'settings', 'tracks', 'clips']);
    const { required, properties } = document.properties.clips.items;
    expect(required).toEqual(expect.arrayContaining(['id', 'type', 'start', 'duration', 'trackIndex', 'mediaStart']));
    expect(Object.keys(properties)).toEqual(Object.keys(DocumentSchema.properties.clips.items.properties));
    expect(properties.textStyle.properties.words.items.required).toEqual(['text', 'start', 'end']);
    expect(JSON.stringify(document)).not.toContain('"additionalProperties":false');
  });

  it.each([
    ['account', AccountSchema],
    ['media', MediaRecordSchema],
    ['project', ProjectRecordSchema],
    ['render', RenderRecordSchema],
    ['usage', UsageRecordSchema],
    ['workspace', WorkspaceRecordSchema],
  ])('has an example of a %s that fits its own schema', (_name, schema) => {
    const { examples } = Object(schema);
    expect(examples).toHaveLength(1);
    expect([...Compile(schema).Errors(examples[0])]).toEqual([]);
  });
});

describe('the typed client', () => {
  it('is made of the present document by the set-up', async () => {
    const folder = path.join(import.meta.dirname, '../src/client/generated');
    for (const [name, text] of Object.entries(await clientFiles()))
      expect(await readFile(path.join(folder, name), 'utf8')).toBe(text);
  });

  it('edits, renders and fails over HTTP', async () => {
    const baseUrl = await sharedAddress(api);
    const { key } = await api.account({ environment: 'test' });
    const client = createClient({ baseUrl, key });
    const { data: me } = await client.GET('/v1/me');
    expect(me?.account.plan.id).toBe('studio');
    const title = { op: 'addTextClip', text: 'Hello', start: 0, duration: 2 };
    const { data: made } = await client.POST('/v1/projects', { body: { name: 'Typed', commands: [title] } });
    const id = made?.project.id ?? '';
    const path = { id };
    const { data: edited } = await client.POST('/v1/projects/{id}/commands', {
      params: { path },
      body: { commands: [{ op: 'setProjectSettings', background: '#202040' }] },
    });
    expect([edited?.ok, edited?.timeline.clipCount]).toEqual([true, 1]);
    const { data: read } = await client.GET('/v1/projects/{id}', { params: { path, query: { view: 'document' } } });
    expect(read?.project.document?.clips.map(({ type, textStyle }) => [type, textStyle?.content])).toEqual([
      ['text', 'Hello'],
    ]);
    const { data: started } = await client.POST('/v1/renders', { body: { projectId: id, format: 'gif' } });
    const render = started && 'render' in started ? started.render : null;
    expect(render?.status).toBe('COMPLETED');
    const quoteOf = async (earlyPlayback: boolean) => {
      const { data } = await client.POST('/v1/renders', { body: { projectId: id, earlyPlayback, dryRun: true } });
      return data && 'quote' in data ? data.quote : null;
    };
    expect(await quoteOf(false)).toMatchObject({ frames: { total: 60 }, segments: { total: 1 } });
    expect(await quoteOf(true)).toMatchObject({ frames: { total: 60 }, segments: { total: 2 } });
    const { data: page } = await client.GET('/v1/renders', { params: { query: { projectId: id, limit: 5 } } });
    expect(page?.renders.map((render) => render.id)).toEqual([render?.id]);
    const { error, response } = await client.GET('/v1/projects/{id}', { params: { path: { id: 'prj_none' } } });
    expect([response.status, error?.error.code]).toEqual([404, 'not_found']);
    const { error: stale } = await client.POST('/v1/projects/{id}/commands', {
      params: { path },
      body: { commands: [title], rev: 1 },
    });
    expect([stale?.error.conflictCode, stale?.error.rev]).toEqual(['stale_rev', 2]);
  });
});

describe('the pages about the API', () => {
  it('show the reference with everything from this host, and refuse to send requests', async () => {
    const page = await api.inject({ method: 'GET', url: '/docs/reference' });
    const html = page.bytes.toString();
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(assets.length).toBeGreaterThan(4);
    for (const asset of assets) {
      const { pathname, origin } = new URL(asset, 'http://api.test/docs/reference');
      expect([asset, origin]).toEqual([asset, 'http://api.test']);
      expect([asset, (await api.inject({ method: 'GET', url: pathname })).status]).toEqual([asset, 200]);
    }
    const settings = await api.inject({ method: 'GET', url: '/docs/reference/static/swagger-initializer.js' });
    expect(settings.bytes.toString()).toContain('"supportedSubmitMethods":[]');
    const policy = page.headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(page.headers['x-frame-options']).toBe('DENY');
  });

  it('describe all that a receiver of webhooks needs: events, headers, the signed text, and retries', async () => {
    const page = await api.inject({ method: 'GET', url: '/docs/webhooks' });
    expect(page.status).toBe(200);
    const text = page.bytes.toString().replace(/<[^>]+>/g, '');
    for (const [name, { when, record }] of Object.entries(webhookEvents)) {
      expect(text.replaceAll('&#39;', "'")).toContain(`${name}${when}: data.${record}`);
    }
    const at = new Date('2026-08-01T12:00:00Z');
    for (const header of Object.keys(signedHeaders([newWebhookSecret()], 'evt_1', at, '{}')))
      expect(text).toContain(header);
    expect(text).toContain('HMAC-SHA256 over &lt;webhook-id&gt;.&lt;webhook-timestamp&gt;.&lt;body&gt;');
    expect(text).toContain('about 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 24 h after the try before');
    expect(text).toContain('within 15 s');
  });

  it('tell assistants, plugins and bots all that they need, at this address', async () => {
    const text = async (url: string) =>
      (await api.inject({ method: 'GET', url })).bytes
        .toString()
        .replace(/<[^>]+>/g, '')
        .replaceAll('&quot;', '"');
    const assistants = await text('/docs/assistants');
    expect(assistants).toContain(
      'claude mcp add --transport http framemill \\\n  "http://api.test/api/mcp?tools=core"',
    );
    for (const { name } of createToolLists().core) expect(assistants).toContain(name);
    const { all, core } = createToolLists();
    expect(assistants).toContain(`lists ${all.length} tools`);
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    expect(readme).toContain(`(MCP): ${all.length} tools, or ${core.length} at \`/api/mcp?tools=core\``);
    const plugins = await text('/docs/plugins');
    for (const field of Object.keys(ManifestSchema.properties)) expect(plugins).toContain(field);
    expect(plugins).toContain('"slug": "palette"');
    const bots = await text('/docs/bots');
    for (const command of Object.keys(commands)) expect(bots).toContain(`/${command}`);
    for (const scope of botScopes) expect(bots).toContain(scope);
  });

  it('list the changes, newest first, and lead to each other', async () => {
    const dates = changelog.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    const page = await api.inject({ method: 'GET', url: '/docs/changelog' });
    expect(page.status).toBe(200);
    for (const date of dates) expect(page.bytes.toString()).toContain(`<time datetime="${date}">`);
    expect(page.bytes.toString()).toContain('href="/docs"');
  });
});
