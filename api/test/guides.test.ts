import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogue } from '@framemill/compositor/capabilities';
import { forSuite } from '@framemill/testing/for-suite';
import {
  applyCommands,
  batchIds,
  type Command,
  commandReference,
  createDocument,
  importProject,
} from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { describe, expect, it } from 'vitest';
import { GUIDES } from '../src/pages/docs-nav.ts';
import { readGuides } from '../src/pages/guides.ts';
import { routes } from '../src/routes/index.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);
const folder = path.join(import.meta.dirname, '../guides');
const markdownOf = (name: string) => readFileSync(path.join(folder, `${name}.md`), 'utf8');
const pageOf = async (url: string) => {
  const { status, bytes } = await api.inject({ method: 'GET', url });
  expect([url, status]).toEqual([url, 200]);
  return bytes.toString();
};

/** Returns the code blocks of a guide in one language. */
const blocksOf = (name: string, language: string) =>
  [...markdownOf(name).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, code = '']) => code,
  );

/** Applies commands to a new project. Returns the errors of those that failed. */
function errorsOf(commands: Command[]): string[] {
  const newId = batchIds(`bat_${'0'.repeat(24)}`);
  const { results } = applyCommands(createDocument(), commands, { catalogue, media: () => null, newId });
  return results.flatMap(({ error }) => error ?? []);
}

describe('the guides', () => {
  it('are all listed, under their own titles, and rendered with the address of the service', async () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
    expect(files.map((file) => path.basename(file, '.md')).sort()).toEqual(GUIDES.map(([name]) => name).sort());
    const guides = readGuides('https://films.example');
    expect(guides.map(({ name, title }) => [name, title])).toEqual(GUIDES);
    const home = await pageOf('/docs');
    for (const { name, lead } of guides) {
      expect(home).toContain(`href="/docs/guides/${name}"`);
      expect(lead.length).toBeGreaterThan(40);
    }
    expect(guides[0]?.html).toContain('https://films.example/v1/projects');
    expect(await pageOf('/docs/guides/quick-start')).toContain(`${api.deps.apiHost}/v1/projects`);
  });

  it('mark their own place in the list, and show the plans of this service', async () => {
    const page = await pageOf('/docs/guides/limits');
    expect(page).toContain('<li><a aria-current="page" href="/docs/guides/limits">Limits</a></li>');
    expect(page).toMatch(/Requests a minute and key<\/th><td>20<\/td><td>120<\/td>/);
    for (const { name } of api.deps.plans.list) expect(page).toContain(`<th scope="col">${name}</th>`);
  });

  it.each(GUIDES.map(([name]) => name))('name routes that exist: %s', (name) => {
    const known = routes.map(({ method, path: own }) => `${method} /v1${own.replaceAll(/:\w+/g, '{id}')}`);
    const named = markdownOf(name).matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w/{}-]*\w\}?)(?![\w/]*\.\.\.)/g);
    for (const [, method, route = ''] of named) expect(known).toContain(`${method} ${route}`);
  });

  it.each(GUIDES.map(([name]) => name))('have examples that work: %s', (name) => {
    for (const json of blocksOf(name, 'json')) {
      const value = JSON.parse(json);
      if (Array.isArray(value)) expect(errorsOf(value)).toEqual([]);
      else if ('settings' in value) expect(parseDocument(value).clips.length).toBeGreaterThan(0);
    }
    for (const script of blocksOf(name, 'sh')) {
      for (const [, body = ''] of script.matchAll(/-d '(\{[^']*\})'/g)) {
        const { commands = [] } = JSON.parse(body);
        if (!body.includes('med_')) expect(errorsOf(commands)).toEqual([]);
      }
    }
  });

  it('show what the import of a Shotstack edit makes', () => {
    const [, edit, clip] = blocksOf('shotstack', 'json').map((json): unknown => JSON.parse(json));
    const newId = batchIds(`bat_${'0'.repeat(24)}`);
    const context = { newId, catalogue, media: () => null, mediaMap: {} };
    const { document, render, missing } = importProject(edit, 'Example', context);
    expect(document.settings).toMatchObject({ width: 1280, height: 720, fps: 25 });
    expect(document.clips).toMatchObject([{ type: 'shape' }, clip]);
    expect([render, missing]).toEqual([{ format: 'mp4' }, []]);
  });

  it('name commands that exist', () => {
    const ops = new Set(commandReference().commands.map(({ op }) => op));
    const [, table = ''] = markdownOf('commands').split('## The usual ones');
    const rows = (table.split('##')[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, op = '']) => op));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((op) => !ops.has(op))).toEqual([]);
  });
});

describe('the search in the documentation', () => {
  /** Returns the addresses of the results of a search, best first. */
  async function addressesOf(text: string): Promise<string[]> {
    const page = await pageOf(`/docs/search?q=${encodeURIComponent(text)}`);
    return [...page.matchAll(/<li><a href="([^"]+)">[^<]*<\/a><span class="note">/g)].map(([, url = '']) => url);
  }

  it.each([
    ['check the signature', '/docs/guides/webhooks#check-the-signature'],
    ['SIGNATURE chekc', '/docs/guides/webhooks#check-the-signature'],
    ['back up', '/docs/guides/self-hosting#back-up-and-upgrade'],
    ['addTextClip', '/docs/commands#addTextClip'],
    ['quota_exceeded', '/docs/errors/quota_exceeded'],
    ['request log', '/docs/reference#/account/list-requests'],
    ['telegram', '/docs/bots'],
    ['placeholders', '/docs/guides/templates-and-batches#put-placeholders-into-a-project'],
  ])('finds a place for %s', async (text, url) => {
    expect((await addressesOf(text)).slice(0, 3)).toContain(url);
  });

  it('leads to places that exist, with the matches marked', async () => {
    const urls = (await Promise.all(['render', 'webhook', 'commands', 'limit', 'key'].map(addressesOf))).flat();
    expect(urls.length).toBeGreaterThan(50);
    for (const url of new Set(urls)) {
      const [address = '', part] = url.split('#');
      const page = await pageOf(address);
      if (part && !part.startsWith('/')) expect(page, url).toContain(`id="${part}"`);
    }
    expect(await pageOf('/docs/search?q=signature')).toMatch(/<mark>signature<\/mark>/i);
  });

  it('shows what was searched, as text, also when nothing matches', async () => {
    const page = await pageOf(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(page).not.toContain('<script');
    expect(page).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(await pageOf('/docs/search?q=qqqqqqq')).toContain('Nothing matches &quot;qqqqqqq&quot;');
    expect(await pageOf('/docs/search')).toContain('Type a word');
  });

  it.each(['?q=%E0%A4%A', `?q=${'x'.repeat(5_000)}`, '?q=a&q=b', '?q=%F0%9F%8E%AC', '?q=%00', '?q=(.*'])(
    'answers %s like any other search',
    async (query) => {
      expect((await api.inject({ method: 'GET', url: `/docs/search${query}` })).status).toBe(200);
    },
  );
});
