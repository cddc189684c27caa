import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from './open-studio.ts';
import { changingRoutes } from './security/changing-routes.ts';
import { HTML_THAT_LOOKS_AROUND, type Reached } from './security/looking-around.ts';
import { otherSite } from './security/other-site.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the security of the Studio', () => {
  const world = forSuite(sharedWorld);
  let page: Page;
  const member = forSuite(() => world.newAccount('careful@example.com'));
  const window = forSuite(() => openWindow(world.browser, world.service, 'dark', member.session));
  beforeAll(async () => {
    page = window.page;
  });

  const send = (method: string, route: string, data?: object) =>
    window.context.request.fetch(`${world.service.apiHost}${route}`, {
      ...{ method, headers: { origin: world.service.apiHost } },
      ...(data ? { data } : {}),
    });
  async function project(commands: object[]): Promise<string> {
    const answer = await send('POST', '/api/studio/projects', { name: 'Careful', commands });
    if (!answer.ok()) throw new Error(await answer.text());
    return (await answer.json()).project.id;
  }

  it('has no key and no token in a page, a storage, an answer or a script', async () => {
    const { value: token = '' } = (await window.context.cookies()).find(({ httpOnly }) => httpOnly) ?? {};
    expect(token.length).toBeGreaterThan(20);
    const bodies: Promise<[string, string]>[] = [];
    page.on('response', (response) => {
      if (/text|json|javascript/.test(response.headers()['content-type'] ?? ''))
        if (!response.url().endsWith('/events'))
          bodies.push(
            response.text().then(
              (text) => [response.url(), text],
              () => ['', ''],
            ),
          );
    });
    const id = await project([{ op: 'addTextClip', text: 'Opening', start: 0, duration: 2 }]);
    for (const address of ['/', '/console/keys', '/console/webhooks', `/projects/${id}`]) {
      await window.open(address);
      expect(await window.secrets()).toEqual([]);
    }
    await page.goto(`${world.service.apiHost}/studio/projects/${id}/edit`);
    await page.locator('[data-connection=saved]').waitFor();
    await page.keyboard.press('t');
    await page.locator('[data-connection=saved]').waitFor();
    expect(await window.secrets()).toEqual([]);
    const telling = /key_(?:live|test)_[0-9a-f]{40,}|whsec_[\w+/=]{20,}/;
    const all = await Promise.all(bodies);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(([, text]) => text.includes(token) || telling.test(text)).map(([url]) => url)).toEqual([]);
  });

  it('runs no script and takes no style that is not a file of its own', async () => {
    await window.open('/');
    const ran = await page.evaluate(async () => {
      const refused: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        refused.push(effectiveDirective),
      );
      const tries: [string, Record<string, string>][] = [
        ['script', { textContent: 'globalThis.ran = 1' }],
        ['script', { src: 'data:text/javascript,globalThis.ran = 1' }],
        ['script', { src: 'https://example.com/x.js' }],
        ['style', { textContent: 'body { color: red }' }],
        ['iframe', { src: 'https://example.com/' }],
        ['base', { href: 'https://example.com/' }],
        ['object', { data: 'data:text/html,x' }],
      ];
      for (const [tag, fields] of tries) document.body.append(Object.assign(document.createElement(tag), fields));
      await fetch('https://example.com/').catch(() => undefined);
      // Each try is refused once, and the request too. Others would come in the time after the last.
      const until = performance.now() + 20_000;
      while (refused.length < tries.length + 1 && performance.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 100));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { refused: refused.sort(), ran: Reflect.get(globalThis, 'ran') };
    });
    expect(ran.ran).toBeUndefined();
    expect(ran.refused).toEqual([
      ...[
        'base-uri',
        'connect-src',
        'frame-src',
        'object-src',
        'script-src-elem',
        'script-src-elem',
        'script-src-elem',
      ],
      'style-src-elem',
    ]);
    window.faults.splice(0);
  });

  it('gives HTML of people a frame that reaches nothing', async () => {
    const id = await project([{ op: 'addHtmlClip', html: HTML_THAT_LOOKS_AROUND, start: 0, duration: 4 }]);
    await page.goto(`${world.service.apiHost}/studio/projects/${id}/edit`);
    const inner = page.frameLocator('iframe[title=Preview]').frameLocator('iframe');
    await inner.locator('#reached[data-done]').waitFor({ state: 'attached' });
    const reached: Reached = JSON.parse((await inner.locator('#reached').textContent()) ?? '');
    expect(reached).toEqual({
      ...{ origin: 'null', cookie: 'SecurityError', localStorage: 'SecurityError', sessionStorage: 'SecurityError' },
      ...{ indexedDB: 'SecurityError', caches: 'SecurityError', parent: 'SecurityError', top: 'SecurityError' },
      ...{ editor: 'SecurityError', opened: 'null', me: 'refused', write: 'refused', beacon: 'sent' },
    });
    // Whatever it told the editor by messages was not believed, and the page is still there.
    expect(await page.evaluate(() => Reflect.get(globalThis, 'stolen'))).toBeUndefined();
    expect(new URL(page.url()).pathname).toBe(`/studio/projects/${id}/edit`);
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(
      (await (await send('GET', '/api/studio/projects')).json()).projects.map(({ name }: { name: string }) => name),
    ).not.toContain('stolen');
    window.faults.splice(0);
  });

  it('does nothing for a page of another site, whatever it sends, and is shown in none', async () => {
    const { apiHost: url } = world.service;
    const names = async () => (await (await send('GET', '/api/studio/projects')).json()).projects.length;
    const before = await names();
    const other = await otherSite(window.context, url);
    expect(await other.attack()).toEqual({
      fetched: 'refused',
      plain: 'refused',
      framed: 'nothing',
      opened: 'nothing',
    });
    expect(await names()).toBe(before);
    await other.close();
    for (const address of ['/studio', '/studio/projects/x/edit', '/studio/console/keys']) {
      const { headers } = await fetch(`${url}${address}`);
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  it('changes nothing over the session without the origin of its own pages, on any route', async () => {
    const routes = changingRoutes();
    expect(routes.length).toBeGreaterThan(50);
    const [cookie] = member.session.cookies;
    const wrong = [{ origin: 'http://evil.example' }, { origin: 'null' }, {}];
    const letIn: string[] = [];
    for (const { method, path } of routes) {
      for (const more of wrong) {
        const headers = { cookie: `${cookie?.name}=${cookie?.value}`, 'content-type': 'text/plain', ...more };
        const { status } = await fetch(`${world.service.apiHost}${path}`, {
          method,
          headers: headers as HeadersInit,
          body: '{}',
        });
        if (![401, 403, 404, 415].includes(status)) letIn.push(`${method} ${path} ${JSON.stringify(more)}: ${status}`);
      }
    }
    expect(letIn).toEqual([]);
  });

  it('loses nothing when the session ends in mid-edit', async () => {
    const id = await project([{ op: 'addTextClip', text: 'Opening', start: 0, duration: 2 }]);
    await page.goto(`${world.service.apiHost}/studio/projects/${id}/edit`);
    await page.locator('[data-connection=saved]').waitFor();
    await window.context.clearCookies();
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await window.screenshot('editor-signed-out');
    // Even a reload in that state keeps it: the sign-in page comes, and the edit is sent after it.
    const journal = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsent')).length);
    expect(await journal()).toBe(1);
    await page.reload();
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password').fill(member.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('[data-connection=saved]').waitFor();
    await expect.poll(journal).toBe(0);
    await window.context.clearCookies();
    await page.keyboard.press('m');
    await dialog.waitFor();
    await dialog.getByLabel('Password').fill(member.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[data-connection=saved]').waitFor();
    const { project: read } = await (await send('GET', `/api/studio/projects/${id}?view=document`)).json();
    expect([read.rev, read.document.clips.length, read.document.markers.length]).toEqual([3, 2, 1]);
    window.faults.splice(0);
  });
});
