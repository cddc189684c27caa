import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { forSuite } from '@framemill/testing/for-suite';
import { parseDocument } from '@framemill/timeline/document';
import { Compile, Type } from '@framemill/timeline/typebox';
import { describe, expect, it } from 'vitest';
import { consoleRoutes } from '../src/console/routes/index.ts';
import { conflictCatalog } from '../src/http/error-catalog.ts';
import { routes } from '../src/routes/index.ts';
import { consoleInfo, openApiDocument } from '../src/routing/openapi.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);

const get = (url: string) => api.inject({ method: 'GET', url, headers: { accept: 'text/html, */*' } });
const textOf = async (url: string) => (await get(url)).bytes.toString();

/** Returns the code blocks of a documentation page as plain text. */
function codeOf(page: string): string[] {
  return [...page.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) =>
    code.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  );
}

it('every page of the documentation is there, and so is every address that it links to', async () => {
  const seen = new Map<string, string>();
  const waiting = ['/docs/document', '/docs/assistants'];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    const [address = '', part] = url.split('#');
    if (!seen.has(address)) {
      const { status, headers, bytes } = await get(address);
      expect([url, status]).toEqual([url, expect.toSatisfy((value) => value === 200 || value === 303)]);
      const isPage = String(headers['content-type']).startsWith('text/html');
      seen.set(address, isPage ? bytes.toString() : '');
      const isOurs = isPage && /^\/(docs(\/.*)?)?$/.test(address);
      const links = isOurs ? bytes.toString().matchAll(/(?:href|src)="(\/[^"]*)"/g) : [];
      waiting.push(...[...links].map(([, link = '']) => link));
    }
    if (part) expect(seen.get(address), url).toContain(`id="${part}"`);
  }
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['/docs/errors/invalid_request', '/docs/console', '/docs/guides/limits', '/docs']),
  );
});

describe('the page of the document format', () => {
  it('serves the JSON Schema that files come with, to every origin and without a key', async () => {
    const { status, headers, bytes } = await get('/v1/schema/document');
    expect([status, headers['content-type']]).toEqual([200, 'application/schema+json; charset=utf-8']);
    expect(headers['access-control-allow-origin']).toBe('*');
    const file = path.join(import.meta.dirname, '../../timeline/document.schema.json');
    expect(bytes.toString()).toBe(await readFile(file, 'utf8'));
  });

  it('shows documents that its schema and the service take', async () => {
    const { body, bytes } = await get('/v1/schema/document');
    const check = Compile(Type.Unsafe(body ?? JSON.parse(bytes.toString())));
    const examples = codeOf(await textOf('/docs/document')).filter((code) => code.startsWith('{'));
    expect(examples).toHaveLength(2);
    for (const example of examples) {
      const { $schema: _named, ...document } = JSON.parse(example);
      expect([...check.Errors(JSON.parse(example))]).toEqual([]);
      expect(parseDocument(document).clips.length).toBeGreaterThan(0);
    }
  });
});

describe('the document of the console', () => {
  const consoleDocument = (apiHost: string) => openApiDocument(consoleRoutes, consoleInfo(apiHost));

  it('is valid, and lists every route with the scheme that opens it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'framemill-console-'));
    const file = path.join(folder, 'console.json');
    const document = JSON.parse(JSON.stringify(await consoleDocument('https://api.framemill.test')));
    await writeFile(file, JSON.stringify(document));
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
    for (const { name, method, path: address, access } of consoleRoutes) {
      const operation = document.paths[address.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      expect(operation).toMatchObject({
        operationId: name,
        security: access === 'session' ? [{ session: [] }] : [],
      });
    }
  });

  it('is what its page shows, and requests can be sent from it; from the public reference none', async () => {
    const { body } = await get('/docs/console/json');
    expect(body).toEqual(JSON.parse(JSON.stringify(await consoleDocument('http://api.test'))));
    const methods = async (url: string) =>
      /supportedSubmitMethods":(\[[^\]]*\])/.exec(await textOf(`${url}/static/swagger-initializer.js`))?.[1];
    expect([await methods('/docs/console'), await methods('/docs/reference')]).toEqual([
      '["get","post","put","patch","delete"]',
      '[]',
    ]);
    expect((await get('/openapi.json')).body.paths).not.toHaveProperty('/api/auth/sign-in');
  });
});

it('the page of errors knows every conflict that a route declares', async () => {
  const declared = [...routes, ...consoleRoutes].flatMap(({ conflicts = [] }) => conflicts);
  expect([...new Set(declared)].sort()).toEqual(Object.keys(conflictCatalog).sort());
  const [list, page] = [await textOf('/docs/errors'), await textOf('/docs/errors/invalid_request')];
  expect(list).toContain('409');
  for (const code of declared) {
    expect(list).toContain(`<code>${code}</code>`);
    expect(page).toContain(`id="409-${code}"`);
  }
});
