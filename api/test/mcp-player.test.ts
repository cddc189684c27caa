import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from '@framemill/compositor/page';
import { hasBrowserFor, launchBrowser } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from './start-api.ts';

/**
 * Returns the content security policy that assistants apply to an app's page. It allows only the sources that the app's
 * `_meta` lists.
 */
function policy({ resourceDomains, frameDomains, baseUriDomains }: Record<string, string[]>): string {
  const more = (resourceDomains ?? []).join(' ');
  return (
    `default-src 'none'; script-src 'unsafe-inline' ${more}; style-src 'unsafe-inline' ${more}; img-src data: ` +
    `${more}; font-src data: ${more}; media-src data: ${more}; frame-src ${frameDomains?.join(' ')}; base-uri ` +
    `${baseUriDomains?.join(' ')}`
  );
}

describe.skipIf(!hasBrowserFor('The player of assistants is'))('the player that assistants show', () => {
  const api = forSuite(() => startApi({ listens: true }));
  let browser: Browser;
  let host: FileServer;
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${(await api.account()).key}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${api.deps.apiHost}/api/mcp`), { requestInit: { headers } }),
    );
    const tool = (await client.listTools()).tools.find(({ name }) => name === 'preview_project');
    const { resourceUri } = Object(tool?._meta?.ui) as { resourceUri: string };
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual([resourceUri]);
    const [app] = (await client.readResource({ uri: resourceUri })).contents;
    if (!app || !('text' in app)) throw new Error('The app is no text.');
    expect(app.mimeType).toBe('text/html;profile=mcp-app');
    const csp = (app._meta as { ui: { csp: Record<string, string[]> } }).ui.csp;
    const hostScript = await bundleForBrowser(fileURLToPath(new URL('mcp-player/host.js', import.meta.url)));
    host = await startFileServer(({ url }, response) => {
      if (url === '/app') response.setHeader('content-security-policy', policy(csp));
      response.setHeader('content-type', url === '/host.js' ? 'text/javascript' : 'text/html; charset=utf-8');
      if (url === '/host.js') response.end(hostScript);
      else if (url === '/app') response.end(app.text);
      else
        response.end(
          '<!doctype html><body style="margin:0"><iframe sandbox="allow-scripts" ' +
            'style="width:100%;height:100vh;border:0"></iframe><script src="/host.js"></script>',
        );
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
    await client?.close();
  });

  it('shows the film, seeks in it and plays it, within the policy that it asked for', async () => {
    const square = (fill: string, start: number) => ({
      ...{ op: 'addShapeClip', kind: 'rectangle', start, duration: 2 },
      style: { fill, width: 1920, height: 1080 },
    });
    const commands = [
      square('#d02020', 0),
      square('#2040d0', 2),
      { op: 'addTextClip', text: 'In a chat', start: 0, duration: 4, style: { fontSize: 160, color: '#ffffff' } },
    ];
    const made = await client.callTool({ name: 'create_project', arguments: { name: 'Shown', commands } });
    expect(made.structuredContent).toMatchObject({ results: [{ ok: true }, { ok: true }, { ok: true }] });
    const { project } = made.structuredContent as { project: { id: string } };
    const input = { projectId: project.id };
    const result = await client.callTool({ name: 'preview_project', arguments: input });

    const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.exposeFunction('callTool', (params: Parameters<typeof client.callTool>[0]) => client.callTool(params));
    await page.exposeFunction('firstCall', () => ({ input, result }));
    await page.goto(host.url);
    const app = page.frameLocator('iframe');
    await app.locator('#clock').filter({ hasText: '0.0 / 4.0 s' }).waitFor();
    const folder = fileURLToPath(new URL('../test-output/', import.meta.url));
    await mkdir(folder, { recursive: true });
    /** Returns the start times of the visible clips, and saves a screenshot for people to look at. */
    const shownAt = async (name: string) => {
      await page.screenshot({ path: `${folder}mcp-player-${name}.png` });
      const clips = app.frameLocator('#film').locator('.clip');
      return clips.evaluateAll((all: { style: { visibility: string }; dataset: { start?: string } }[]) =>
        all.flatMap(({ style, dataset }) => (style.visibility === 'visible' ? [dataset.start] : [])),
      );
    };
    expect(await shownAt('first')).toEqual(['0', '0']);
    await app.locator('#scrubber').fill('3');
    await app.locator('#clock').filter({ hasText: '3.0 / 4.0 s' }).waitFor();
    expect(await shownAt('third')).toEqual(['2', '0']);
    await app.locator('#play').click();
    await app.locator('#play').filter({ hasText: 'Pause' }).waitFor();
    await app.locator('#clock').filter({ hasText: '4.0 / 4.0 s' }).waitFor();
    await app.locator('#play').filter({ hasText: 'Play' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
