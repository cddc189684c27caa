import path from 'node:path';
import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import type { Service } from '@framemill/testing/service';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newProject, projectOf } from './editor-project.ts';
import { sharedWorld } from './world/shared-world.ts';

const images = path.resolve(import.meta.dirname, '../test-output');

/** Page of a product that shows the editor, and records the element's events in `events`. */
const hostPage = (service: Service, src: string) => `<!doctype html>
<title>A product</title>
<body style="margin: 0; background: #dde">
<p style="font: 14px sans-serif; margin: 8px 16px">A product with an editor</p>
<script>
  events = [];
  addEventListener('DOMContentLoaded', () => {
    for (const name of ['ready', 'change', 'render', 'close', 'error'])
      editor.addEventListener(name, ({ detail }) => events.push([name, detail]));
  });
</script>
<framemill-editor id="editor" style="height: 860px; margin: 0 16px" src="${src}"></framemill-editor>
<script type="module" src="${service.apiHost}/vendor/framemill-editor.js"></script>`;

describe.skipIf(!hasBrowserFor('The editor is'))('the editor in another product', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let host: FileServer;
  let html = '';
  let projectId: string;
  beforeAll(async () => {
    service = world.service;
    host = await startFileServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(html);
    });
    projectId = await newProject(service);
  });
  afterAll(() => host?.close());

  /** Creates a session and opens a page of the product at `address`. */
  async function open(
    fields: object,
    address = host.url,
  ): Promise<{ page: Page; faults: string[]; sessionId: string }> {
    const asked = { projectId, origins: [host.url], ...fields };
    const { url, session } = await service.call('POST', '/v1/embed-sessions', asked);
    html = hostPage(service, url);
    const context = await world.browser.newContext({ viewport: { width: 1400, height: 920 } });
    context.setDefaultTimeout(100_000);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(address);
    return { page, faults, sessionId: session.id };
  }

  const eventsOf = (page: Page) => page.evaluate<[string, Record<string, unknown>][]>('events');
  const waitForEvent = (page: Page, name: string) => page.waitForFunction(`events.some(([one]) => one === '${name}')`);

  function editorIn(page: Page): Frame {
    const frame = page.frames().find((one) => /\/embed\/emb_\w+$/.test(one.url()));
    if (!frame) throw new Error('The page has no frame with the editor.');
    return frame;
  }

  it('edits a clip and reports it to the page, without cookies and storage', async () => {
    const theme = { mode: 'light', accent: '#7733dd', onAccent: '#ffffff', background: '#f4f0fa' };
    const { page, faults } = await open({ permissions: ['edit', 'render', 'upload'], endUser: 'Ada', theme });
    await waitForEvent(page, 'ready');
    const before = await projectOf(service, projectId);
    expect(await eventsOf(page)).toEqual([['ready', { projectId, rev: before.rev }]]);
    const frame = editorIn(page);
    await frame.getByRole('button', { name: /^Star, / }).click();
    const stage = page.frames().find((one) => one.url().endsWith('/stage.html'));
    await stage?.locator('.clip').first().waitFor({ state: 'attached' });
    await page.screenshot({ path: path.join(images, 'embed-edit.png') });
    await frame.getByRole('button', { name: 'Delete', exact: true }).click();
    await waitForEvent(page, 'change');
    const after = await projectOf(service, projectId);
    expect([after.rev, after.clips.map(({ name }) => name)]).toEqual([before.rev + 1, ['Opening']]);
    expect((await eventsOf(page)).at(-1)).toEqual(['change', { rev: after.rev }]);
    // Another client's change arrives too.
    const commands = [{ op: 'setProjectSettings', background: '#203040' }];
    await service.call('POST', `/v1/projects/${projectId}/commands`, { commands });
    await page.waitForFunction(`events.at(-1)[1].rev === ${after.rev + 1}`);
    const accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent')";
    expect(await frame.evaluate(accent)).toBe('#7733dd');
    expect(await frame.evaluate('[location.hash, localStorage.length, sessionStorage.length]')).toEqual(['', 0, 0]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await frame.getByRole('link', { name: 'Back to project' }).count()).toBe(0);
    await frame.getByRole('button', { name: 'Close editor' }).click();
    await waitForEvent(page, 'close');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('shows a project without what its permissions do not allow', async () => {
    const { page, faults } = await open({ theme: { mode: 'dark' } });
    await waitForEvent(page, 'ready');
    const frame = editorIn(page);
    await frame.getByText('View only').waitFor();
    const before = await projectOf(service, projectId);
    await frame.getByRole('button', { name: /^Opening, / }).click();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+k');
    for (const name of ['Render', 'Commands Ctrl K', 'Delete', 'Add track', 'Upload', 'Add']) {
      expect([name, await frame.getByRole('button', { name, exact: true }).count()]).toEqual([name, 0]);
    }
    expect(await frame.getByRole('tab').count()).toBe(0);
    expect(await frame.getByRole('dialog').count()).toBe(0);
    expect(await frame.getByRole('button', { name: /^Opening, / }).count()).toBe(1);
    await page.screenshot({ path: path.join(images, 'embed-view.png') });
    expect((await projectOf(service, projectId)).rev).toBe(before.rev);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('is not shown by a page of another origin', async () => {
    // The same server by another name is another origin.
    const { page, faults } = await open({}, host.url.replace('127.0.0.1', 'localhost'));
    await vi.waitFor(() => expect(faults.join()).toContain('frame-ancestors'), { timeout: 100_000 });
    expect(page.frames().filter((frame) => frame.url().includes('/embed/emb_'))).toEqual([]);
    expect(await eventsOf(page)).toEqual([]);
    await page.context().close();
  });

  it('and its element ignore the messages of other windows', async () => {
    const { page } = await open({ permissions: ['edit'] });
    await waitForEvent(page, 'ready');
    // A frame of the page pretends to be the editor, and to be the page.
    const received = await page.evaluate<unknown[]>(`new Promise((resolve) => {
      const other = document.createElement('iframe');
      other.srcdoc = \`<script>
        received = [];
        onmessage = ({ data }) => received.push(data);
        parent.postMessage({ framemill: 'change', rev: 999 }, '*');
        const { contentWindow } = parent.editor.shadowRoot.querySelector('iframe');
        contentWindow.postMessage({ framemill: 'connect', version: 1 }, '*');
        setTimeout(() => parent.postMessage({ received }, '*'), 500);
      </scr\` + \`ipt>\`;
      addEventListener('message', ({ data }) => data.received && resolve(data.received));
      document.body.append(other);
    })`);
    expect(received).toEqual([]);
    const commands = [{ op: 'setProjectSettings', background: '#304050' }];
    const { rev } = await service.call('POST', `/v1/projects/${projectId}/commands`, { commands });
    await waitForEvent(page, 'change');
    expect((await eventsOf(page)).filter(([name]) => name === 'change')).toEqual([['change', { rev }]]);
    await page.context().close();
  });

  it('ends with its session', { tags: 'full' }, async () => {
    const { page, sessionId } = await open({ permissions: ['edit'] });
    await waitForEvent(page, 'ready');
    await service.call('DELETE', `/v1/embed-sessions/${sessionId}`);
    const frame = editorIn(page);
    await frame.getByRole('button', { name: 'Add text' }).click();
    await waitForEvent(page, 'error');
    expect((await eventsOf(page)).at(-1)).toEqual(['error', expect.objectContaining({ code: 'session_ended' })]);
    await frame.getByRole('heading', { name: 'Session ended' }).waitFor();
    await page.context().close();
  });

  it('reports a render to the page, and uploads a file', { tags: 'full' }, async () => {
    const { page, faults } = await open({ permissions: ['edit', 'render', 'upload'] });
    await waitForEvent(page, 'ready');
    const frame = editorIn(page);
    await frame.getByRole('button', { name: 'Render', exact: true }).click();
    await frame.getByRole('button', { name: 'Start render' }).click();
    await page.waitForFunction("events.some(([name, { status }]) => name === 'render' && status === 'COMPLETED')");
    await frame.getByRole('link', { name: 'Download' }).waitFor();
    await page.screenshot({ path: path.join(images, 'embed-render.png') });
    await frame.getByRole('button', { name: 'Close', exact: true }).first().click();
    const logo = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30"/></svg>',
    );
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo };
    await frame.getByLabel('Files to upload', { exact: true }).setInputFiles(file);
    await frame.getByRole('button', { name: 'Add logo.svg to the end' }).click();
    await waitForEvent(page, 'change');
    const { clips } = await projectOf(service, projectId);
    expect(clips.map(({ type }) => type)).toContain('image');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
