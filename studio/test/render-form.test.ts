import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWindow, type Window } from './open-studio.ts';
import { optionsOf, RENDER_OPTIONS } from './render-options.ts';
import { type Call, callerOf, uploadOver } from './timeline-project.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the form of a render', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let server: FileServer;
  let projectId: string;
  let ask: Call;
  beforeAll(async () => {
    // Destinations are offered in every form of their account, so it is one of its own.
    const { session } = await world.newAccount('forms@example.com');
    window = await openWindow(world.browser, world.service, 'dark', session);
    page = window.page;
    ask = callerOf(window.context.request, world.service.apiHost);
    server = await startFileServer((request, response) => request.resume().on('end', () => response.end()));
    const url = `${server.url}/{fileName}`;
    await ask('POST', '/destinations', { name: 'Archive', put: { url } });
    const image = await uploaded('square.svg', SQUARE);
    const { project } = await ask('POST', '/projects', {
      name: 'Typed card',
      commands: [
        { op: 'addTextClip', text: 'Dear {{guest}}', start: 0, duration: 1 },
        { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 1, style: { fill: '#ff8800' } },
        {
          ...{ op: 'updateClip', clipId: '$1.clipId' },
          patch: { variables: { 'shape.fill': '{{brand}}', opacity: '{{strength|0.5}}' } },
        },
        { op: 'addClip', type: 'image', src: image, start: 0, duration: 1 },
        { op: 'updateClip', clipId: '$3.clipId', patch: { src: `{{logo|${image}}}` } },
      ],
    });
    projectId = project.id;
  });
  afterAll(() => server?.close());

  async function uploaded(name: string, text: string): Promise<string> {
    const file = { name, mimeType: 'image/svg+xml', buffer: Buffer.from(text) };
    const id = await uploadOver(window.context.request, world.service.apiHost, file);
    const isReady = async () => expect((await ask('GET', `/media/${id}`)).media.status).toBe('READY');
    await vi.waitFor(isReady, { timeout: 100_000, interval: 200 });
    return id;
  }

  it('has a place for every option that POST /v1/renders takes, or a reason', async () => {
    const { paths } = await (await fetch(`${world.service.apiHost}/openapi.json`)).json();
    const { schema } = paths['/v1/renders'].post.requestBody.content['application/json'];
    expect(optionsOf(schema).toSorted()).toEqual(Object.keys(RENDER_OPTIONS).toSorted());
    await window.open(`/projects/${projectId}`);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('More files').click();
    for (const file of ['Single frame (JPEG)', 'Thumbnail sprites (ZIP)']) await dialog.getByLabel(file).check();
    await dialog.getByLabel('Destination').selectOption('Archive');
    for (const place of Object.values(RENDER_OPTIONS)) {
      if ('label' in place) await dialog.getByLabel(place.label).first().waitFor();
    }
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await window.screenshot('render-form');
    expect(window.faults).toEqual([]);
  });

  it('asks for values by their types, and says beside a field what is wrong with its value', async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Enter a value for: guest.').waitFor();
    await dialog.getByLabel('guest').fill('Ana');
    expect(await dialog.getByLabel('brand: colour picker').inputValue()).toBe('#ff8800');
    await dialog.getByLabel('brand', { exact: true }).fill('blu');
    await dialog.getByText('The value must be a CSS colour').waitFor();
    await dialog.getByLabel('brand: colour picker').fill('#2266cc');
    expect(await dialog.getByLabel('brand', { exact: true }).inputValue()).toBe('#2266cc');
    await dialog.getByText('0 to 1', { exact: true }).waitFor();
    await dialog.getByLabel('strength').fill('3');
    await dialog.getByText('The value must be a number from 0 to 1').waitFor();
    await dialog.getByText('Correct the value of: strength.').waitFor();
    await window.screenshot('render-form-values');
    expect(await dialog.getByRole('button', { name: 'Start render' }).isDisabled()).toBe(true);
    await dialog.getByLabel('strength').fill('0.9');
    expect(await dialog.getByLabel('logo').locator('option').allTextContents()).toEqual([
      'Default: square.svg',
      'square.svg',
      'ID or URL…',
    ]);
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
  });

  it('has presets of platforms, which set the other fields until one of them is changed', async () => {
    const dialog = page.getByRole('dialog');
    const preset = dialog.getByLabel('Preset');
    const shown = async () => [
      await preset.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
      await dialog.getByLabel('Quality').inputValue(),
      await dialog.getByLabel('Aspect ratio', { exact: true }).inputValue(),
      await dialog.getByLabel('Resolution', { exact: true }).locator('option').first().textContent(),
    ];
    await preset.selectOption('reels');
    expect(await shown()).toEqual(['Instagram Reels: 9:16', 'high', '9:16', 'Full: 1080 × 1920 (1080p)']);
    await dialog.getByLabel('Quality').selectOption('standard');
    expect((await shown())[0]).toBe('Custom');
    await preset.scrollIntoViewIfNeeded();
    await window.screenshot('render-form-preset');
    await preset.focus();
    await page.keyboard.type('You');
    await expect.poll(shown).toEqual(['YouTube: 16:9', 'high', '', 'Full: 1920 × 1080 (1080p)']);
  });

  it('starts a render that is made again with all that it was ordered with', { tags: 'full' }, async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Quality').selectOption('draft');
    await dialog.getByLabel('Resolution', { exact: true }).selectOption('half');
    await dialog.getByLabel('Thumbnail sprites (ZIP)', { exact: true }).uncheck();
    await dialog.getByLabel('Embed captions').first().check();
    await dialog.getByLabel('Embed markers as chapters').first().check();
    await dialog.getByLabel('Time (s)').fill('0.25');
    await dialog.getByLabel('Destination').selectOption('None');
    await dialog.getByLabel('Re-encode every frame').check();
    await dialog.getByRole('button', { name: 'Start render' }).click();
    await page.waitForURL(/\/renders\/rnd_/);
    const idOf = () => /rnd_\w+/.exec(page.url())?.[0] ?? '';
    const first = idOf();
    const files = { quality: 'draft', resolution: 'half' };
    const order = {
      ...{ projectId, smart: false, variables: { guest: 'Ana', brand: '#2266cc', strength: '0.9' } },
      outputs: [
        { format: 'mp4', ...files, captions: 'embedded', chapters: true },
        { format: 'poster', ...files, atSec: 0.25 },
      ],
    };
    expect((await ask('GET', `/renders/${first}/order`)).order).toEqual(order);
    await page.getByRole('button', { name: 'Render again' }).click({ timeout: 100_000 });
    await page.waitForURL((url) => url.pathname.includes('/renders/') && !url.pathname.endsWith(first));
    expect((await ask('GET', `/renders/${idOf()}/order`)).order).toEqual(order);
    expect(window.faults).toEqual([]);
  });

  it('begins with the values that were tried, also as the table of a batch, which can be checked too', {
    tags: 'full',
  }, async () => {
    await window.open(`/projects/${projectId}/edit`);
    await page.getByRole('tab', { name: 'Variables' }).click();
    const values = page.getByRole('region', { name: 'Values', exact: true });
    await values.getByLabel('guest').fill('Eve, and Bo');
    await values.getByLabel('strength').fill('7');
    await values.getByText('The value must be a number').waitFor();
    // What fits is shown, whatever the others are.
    const stage = page.frameLocator('iframe[title=Preview]');
    const text = stage.locator('svg[aria-label*="Dear Eve"]').or(stage.getByText('Dear Eve')).first();
    await text.waitFor({ state: 'attached' });
    await window.screenshot('editor-variables-typed');
    expect(await window.accessibility()).toEqual([]);
    await values.getByLabel('strength').fill('');
    await page.getByRole('button', { name: 'Render with these values' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('guest').inputValue()).toBe('Eve, and Bo');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Render from a table' }).click();
    const table = dialog.getByLabel('Table (CSV)');
    expect((await table.inputValue()).split('\n')[1]).toMatch(/^r1,.*"Eve, and Bo"/);
    await dialog.getByRole('button', { name: 'Render 1 video', exact: true }).waitFor();
    await dialog.getByLabel('Quality').selectOption('draft');
    await dialog.getByLabel('Resolution', { exact: true }).selectOption('half');
    await dialog.getByLabel('Check for problems').check();
    await window.screenshot('batch-from-editor');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Render 1 video', exact: true }).click();
    await page.getByRole('link', { name: 'r1' }).click({ timeout: 100_000 });
    const [id] = /rnd_\w+/.exec(page.url()) ?? [''];
    expect((await ask('GET', `/renders/${id}/order`)).order).toMatchObject({
      ...{ projectId, variables: { guest: 'Eve, and Bo' }, qc: { maxBlackSec: 0 } },
    });
    expect(window.faults).toEqual([]);
  });

  it('has a thumbnail, whose frame is chosen in the editor', { tags: 'full' }, async () => {
    await window.open(`/projects/${projectId}/edit`);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('guest').fill('Ana');
    await dialog.getByLabel('Quality').selectOption('draft');
    await dialog.getByLabel('Resolution', { exact: true }).selectOption('half');
    await dialog.getByLabel('Thumbnail (JPEG)').check();
    const frame = dialog.getByAltText('Frame of the thumbnail');
    const shownSec = () => frame.evaluate((image: HTMLImageElement) => /at=([\d.]+)/.exec(image.src)?.[1]);
    const isLoaded = () => frame.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
    expect(await shownSec()).toBe('0.000');
    const slider = dialog.getByLabel('Thumbnail at');
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(shownSec, { timeout: 100_000 }).toBe('0.933');
    await expect.poll(isLoaded, { timeout: 100_000 }).toBe(true);
    await slider.scrollIntoViewIfNeeded();
    await window.screenshot('render-form-thumbnail');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Start render' }).click();
    await dialog.getByRole('region', { name: 'Render status' }).waitFor();
    const { renders } = await ask('GET', `/renders?projectId=${projectId}&limit=1`);
    const { order } = await ask('GET', `/renders/${renders[0].id}/order`);
    expect(order.outputs).toMatchObject([{ format: 'mp4' }, { format: 'poster', atSec: expect.closeTo(0.933, 2) }]);
    expect(window.faults).toEqual([]);
  });

  it('offers files of all pages, those further down when they are asked for', { tags: 'full' }, async () => {
    await uploaded('circle.svg', SQUARE.replace('teal', 'navy'));
    // One file a page stands for sixty.
    await page.route('**/api/studio/media?limit=60*', (route) =>
      route.continue({ url: route.request().url().replace('limit=60', 'limit=1') }),
    );
    await window.open(`/projects/${projectId}`);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const files = () => dialog.getByLabel('logo').locator('optgroup option').allTextContents();
    await expect.poll(files).toEqual(['circle.svg']);
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await window.screenshot('render-form-more-files');
    await dialog.getByRole('button', { name: 'Show older files' }).click();
    await expect.poll(files).toEqual(['circle.svg', 'square.svg']);
    await expect.poll(() => dialog.getByRole('button', { name: 'Show older files' }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  });
});

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="teal"/></svg>';
