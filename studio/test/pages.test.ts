import { gzipSync } from 'node:zlib';
import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow, signIn, type Window } from './open-studio.ts';
import { type Session, sharedWorld } from './world/shared-world.ts';

const themes = ['dark', 'light'] as const;

/** Pages that `npm test` includes: one of each kind. */
const quick = new Set([
  'projects',
  'project',
  'render',
  'batch',
  'keys',
  'usage',
  'health',
  'farm',
  'accounts',
  'editor',
]);

/** Maximum size of the scripts that the first page load needs, in bytes after gzip. */
const SCRIPT_BUDGET = 300_000;

describe.skipIf(!hasBrowserFor('The Studio is'))('the Studio', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let browser: Browser;
  let shown: { projectId: string; renderId: string; reportId: string; batchId: string };
  /** Cookies of the signed-in demo account. They are reused, because the service limits sign-in attempts. */
  let session: Session;
  const call = (method: string, path: string, body?: unknown) => service.call(method, path, body);

  beforeAll(async () => {
    ({ service, browser } = world);
    session = await world.signedIn(service.demo);
    const { project } = await call('POST', '/v1/projects', { name: 'First film', commands: film });
    const { render } = await call('POST', '/v1/renders', {
      projectId: project.id,
      quality: 'draft',
      resolution: 'half',
    });
    const { project: teaser } = await call('POST', '/v1/projects', { name: 'Teaser', commands: [...film, smallPrint] });
    const { render: checked } = await call('POST', '/v1/renders', {
      ...{ projectId: teaser.id, quality: 'draft', resolution: 'half', qc: { maxUnsafeTexts: 5 } },
    });
    const greeting = { op: 'addTextClip', text: 'Hello {{who}}', start: 0, duration: 1 };
    const { project: card } = await call('POST', '/v1/projects', { name: 'Card', commands: [greeting] });
    const { batch } = await call('POST', '/v1/batches', {
      ...{ projectId: card.id, name: 'Greetings', csv: 'reference,who\nr1,Ana\nr2,Bo\nr3,"Cy, the third"' },
      ...{ quality: 'draft', resolution: 'half' },
    });
    shown = { projectId: project.id, renderId: render.id, reportId: checked.id, batchId: batch.id };
  });

  // Colours alone differ between the themes. Other suites look at pages and dialogs in the light one.
  for (const theme of themes)
    describe(`in the ${theme} theme`, { tags: theme === 'dark' ? [] : 'full' }, () => looks(theme));

  function looks(theme: (typeof themes)[number]): void {
    let window: Window;
    beforeAll(async () => {
      window = await openWindow(browser, service, theme);
    });
    afterAll(() => window.context.close());

    it('asks to sign in, with the address of the demo account filled in', async () => {
      await window.open('/');
      const { page } = window;
      await page.getByLabel('Email').waitFor();
      expect(await page.getByLabel('Email').inputValue()).toBe(service.demo.email);
      await window.screenshot('sign-in');
      expect(await window.accessibility()).toEqual([]);
      await page.getByLabel('Password').fill('wrong password');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await signIn(page, service.demo);
      expect(window.faults).toEqual([]);
    });

    const pages: [string, () => string, string][] = [
      ['projects', () => '/', 'Projects'],
      ['project', () => `/projects/${shown.projectId}`, 'First film'],
      ['workspaces', () => '/workspaces', 'Workspaces'],
      ['renders', () => '/renders', 'Renders'],
      ['render', () => `/renders/${shown.renderId}`, 'First film'],
      ['report', () => `/renders/${shown.reportId}`, 'Teaser'],
      ['batches', () => '/batches', 'Batches'],
      ['batch', () => `/batches/${shown.batchId}`, 'Greetings'],
      ['apps', () => '/console/apps', 'Apps'],
      ['keys', () => '/console/keys', 'API keys'],
      ['oauth', () => '/console/oauth', 'OAuth'],
      ['webhooks', () => '/console/webhooks', 'Webhooks'],
      ['destinations', () => '/console/destinations', 'Destinations'],
      ['usage', () => '/console/usage', 'Usage'],
      ['requests', () => '/console/requests', 'Requests'],
      ['bots', () => '/console/bots', 'Bots'],
      ['plugins', () => '/console/plugins', 'Plugins'],
      ['organisations', () => '/console/organisations', 'Organisations'],
      ['health', () => '/operators/health', 'Health'],
      ['farm', () => '/operators/farm', 'Farm'],
      ['queues', () => '/operators/queues', 'Queues'],
      ['accounts', () => '/operators/accounts', 'Accounts'],
      ['audit', () => '/operators/audit', 'Audit log'],
      ['plans', () => '/operators/plans', 'Plans'],
      ['quarantine', () => '/operators/quarantine', 'Quarantine'],
      ['installation', () => '/operators/installation', 'Installation'],
      ['editor', () => `/projects/${shown.projectId}/edit`, 'First film'],
    ];
    for (const [name, address, title] of pages) {
      const options = { tags: quick.has(name) ? [] : 'full' };
      it(`shows ${name}, without a serious finding, a fault or a secret`, options, async () => {
        // In one theme each address is loaded, in the other one goes from page to page.
        await (theme === 'dark' ? window.open(address()) : window.go(address(), title));
        expect(await window.page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
        expect(await window.page.title()).toBe(`${title} - Framemill Studio`);
        // The preview comes last.
        if (name === 'editor') await window.page.locator('[data-engine=shown] canvas').waitFor();
        if (name === 'report') {
          await window.page.getByRole('list', { name: 'Problems' }).waitFor({ timeout: 100_000 });
          await window.page.getByRole('heading', { name: 'Details' }).scrollIntoViewIfNeeded();
        }
        await window.screenshot(name);
        expect(await (theme === 'dark' ? window.accessibility() : window.contrast())).toEqual([]);
        expect(window.faults).toEqual([]);
        expect(window.refusals).toEqual([]);
        expect(await window.secrets()).toEqual([]);
        expect(await apiNames(window.page)).toEqual([]);
      });
    }
  }

  it('loads at most 300 kB of script before the first page', async () => {
    const window = await openWindow(browser, service, 'dark');
    const scripts: string[] = [];
    window.page.on('response', async (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.url());
    });
    await window.open('/');
    await window.page.getByLabel('Password').waitFor();
    const sizes = await Promise.all(
      scripts.map(async (url) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer()), { level: 9 }).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    console.info(`first load: ${Math.round(total / 1000)} kB of gzipped script in ${scripts.length} files`);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(SCRIPT_BUDGET);
    await window.context.close();
  });

  it('goes from a template to a project, renames, duplicates and deletes it', async () => {
    const window = await openWindow(browser, service, 'dark', session);
    const { page } = window;
    await window.open('/');
    await page.getByRole('button', { name: /^Countdown/ }).click();
    await page.waitForURL(/\/projects\/prj_\w+\/edit$/);
    await window.open('/');
    const more = async (project: string, item: string) => {
      await page.getByRole('button', { name: `More actions for ${project}`, exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await more('Countdown', 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('Launch');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('link', { name: 'Edit Launch', exact: true }).waitFor();
    await more('Launch', 'Duplicate');
    await page.getByRole('link', { name: 'Edit Launch copy' }).waitFor();
    await window.screenshot('home-after');
    await more('Launch copy', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'Edit Launch copy' }).waitFor({ state: 'detached' });
    await page.getByLabel('Search projects').fill('first');
    await page.getByRole('link', { name: 'Edit Launch', exact: true }).waitFor({ state: 'detached' });
    expect(window.faults).toEqual([]);
    await window.context.close();
  });

  it('shows every template of the service with its poster', { tags: 'full' }, async () => {
    const { templates } = await call('GET', '/v1/templates');
    const window = await openWindow(browser, service, 'light', session);
    const { page } = window;
    await window.open('/');
    for (const { name } of templates) {
      const poster = page.getByRole('button', { name: new RegExp(`^${name}`) }).locator('img');
      await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    }
    expect(templates.length).toBeGreaterThanOrEqual(12);
    expect(window.faults).toEqual([]);
    await window.context.close();
  });

  it('imports subtitles and uploads a file with its progress, which appears by itself', { tags: 'full' }, async () => {
    const window = await openWindow(browser, service, 'dark', session);
    const { page } = window;
    await window.open('/');
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
    await page
      .getByLabel('File to import')
      .setInputFiles({ name: 'words.srt', mimeType: 'text/plain', buffer: Buffer.from(srt) });
    await page.waitForURL(/\/edit$/);
    await window.open(`/projects/${shown.projectId}`);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="teal"/></svg>';
    await page
      .getByLabel('Files to upload')
      .setInputFiles({ name: 'square.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await page.getByRole('region', { name: 'Uploads' }).getByText('Completed').waitFor({ timeout: 100_000 });
    await page.locator('[title="square.svg"]').last().waitFor();
    await window.screenshot('upload');
    expect(window.faults).toEqual([]);
    await window.context.close();
  });

  it('imports a Shotstack edit and lists what differs from it', async () => {
    const window = await openWindow(browser, service, 'dark', session);
    const { page } = window;
    await window.open('/');
    await page
      .getByLabel('File to import')
      .setInputFiles({ name: 'edit.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(edit)) });
    const dialog = page.getByRole('dialog', { name: 'Imported edit' });
    await dialog.getByText('logo.png').first().waitFor();
    await dialog.getByText('Webhooks belong to the account.').waitFor();
    await window.screenshot('import-report');
    await dialog.getByRole('button', { name: 'Open the project' }).click();
    await page.waitForURL(/\/edit$/);
    expect(window.faults).toEqual([]);
    await window.context.close();
  });

  it('shows a render move without being asked, and its file at the end', { tags: 'full' }, async () => {
    const window = await openWindow(browser, service, 'dark', session);
    const { page } = window;
    await window.open('/');
    await window.open(`/projects/${shown.projectId}`);
    await page.getByRole('button', { name: 'Render' }).click();
    await page.getByLabel('Format').selectOption('webm');
    await page.getByLabel('Quality').selectOption('draft');
    await page.getByRole('button', { name: 'Start render' }).click();
    await page.waitForURL(/\/renders\/rnd_/);
    await page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 100_000 });
    await page.locator('video').waitFor();
    await window.screenshot('render-done');
    expect(window.faults).toEqual([]);
    expect(window.refusals).toEqual([]);
    await window.context.close();
  });

  it('shows a new key once, and keeps it nowhere', async () => {
    const window = await openWindow(browser, service, 'dark', session);
    const { page } = window;
    await window.open('/');
    await window.open('/console/keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    await window.screenshot('key-new');
    expect(await window.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByText(/^key_test_[0-9a-f]{48}$/).textContent()) ?? '';
    expect((await fetch(`${service.apiHost}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(key).waitFor({ state: 'detached' });
    expect(await window.secrets()).toEqual([]);
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('API key revoked').waitFor();
    expect(window.faults).toEqual([]);
    await window.context.close();
  });

  it('asks for the password again over what is open when the session has ended', async () => {
    const window = await openWindow(browser, service, 'dark', session);
    const { page } = window;
    await window.open('/');
    await window.open('/console/apps');
    await page.getByRole('button', { name: 'New app' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed before');
    await window.context.clearCookies();
    await page.getByRole('button', { name: 'Create' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await window.screenshot('signed-out');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await dialog.getByLabel('Password').fill(service.demo.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Typed before');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Typed before' }).waitFor();
    await window.context.close();
  });

  it('has no pages of operators for others', async () => {
    const { session: ordinary } = await world.newAccount('ordinary@example.com', { isPlain: true });
    const window = await openWindow(browser, service, 'light', ordinary);
    const { page } = window;
    await window.open('/');
    expect(await page.getByRole('link', { name: 'Farm' }).count()).toBe(0);
    await window.open('/operators/farm');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await window.context.close();
  });
});

const film = [
  { op: 'addShapeClip', kind: 'circle', start: 0, duration: 2, style: { fill: '#ffb765', width: 500, height: 500 } },
  { op: 'addTextClip', text: 'First film', start: 0, duration: 2, style: { fontSize: 160, color: '#ffffff' } },
];

/** Shotstack edit with a title, an image that is not there, and a callback. */
const edit = {
  timeline: {
    background: '#101820',
    tracks: [
      {
        clips: [{ asset: { type: 'text', text: 'Spring', font: { size: 90, color: '#ffffff' } }, start: 0, length: 4 }],
      },
      { clips: [{ asset: { type: 'image', src: 'https://media.example.org/logo.png' }, start: 0, length: 4 }] },
    ],
  },
  output: { format: 'mp4', resolution: 'hd' },
  callback: 'https://hooks.example.org/done',
};

/** Command that adds text with too little contrast, which a quality report must find. */
const smallPrint = {
  ...{ op: 'addTextClip', text: 'Terms apply', start: 2, duration: 1 },
  style: { fontSize: 160, color: '#1a1a1a' },
};

/**
 * Returns the texts and labels of a page that are names of the API, such as `easeInOut` or `self-hosted`. Code may have
 * them.
 */
function apiNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('code, pre, script, .font-mono')) continue;
      const labels = ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? '');
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      texts.push(...labels, ...own.map(({ textContent }) => textContent ?? ''));
    }
    return [...new Set(texts)].filter((text) => /^[a-z]+([A-Z]\w*|(_[a-z]+)+|(-[a-z]+)+)$/.test(text.trim()));
  });
}
