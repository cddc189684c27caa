import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectOf, uploadTone } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('media and renders in the editor', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    service = world.service;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    const commands = Array.from({ length: 3 }, (_, index) => [
      { op: 'addTextClip', text: `Part ${index + 1}`, start: index * 4, duration: 4, style: { fontSize: 180 } },
      { op: 'addEffect', clipId: `$${index * 2}.clipId`, type: 'glow' },
    ]).flat();
    const tone = { op: 'addClip', type: 'audio', src: await uploadTone(service, 12), start: 0, duration: 12 };
    // Until the last test nothing looks at what the film shows: a small one leaves the machine to the other suites.
    const settings = { op: 'setProjectSettings', width: 640, height: 360 };
    const { project } = await service.call('POST', '/v1/projects', {
      name: 'Media film',
      commands: [...commands, tone, settings],
    });
    projectId = project.id;
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await page.getByRole('button', { name: /^Part 1, / }).waitFor();
  });

  const more = async (file: string, item: string) => {
    await page.getByRole('button', { name: `More actions for ${file}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  /** Selects the quality and resolution that render fastest. */
  const quick = async () => {
    await page.getByLabel('Quality').selectOption('draft');
    await page.getByLabel('Resolution', { exact: true }).selectOption('half');
  };
  const add = async (item: string) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('takes files, and a drag from the panel becomes a clip where it is dropped', async () => {
    await page.getByLabel('Files to upload').setInputFiles([image('teal'), image('plum')]);
    const card = page.getByRole('button', { name: 'Add teal.svg to the end' });
    await card.and(page.locator(':enabled')).waitFor({ timeout: 100_000 });
    await page.getByRole('button', { name: 'Add plum.svg to the end' }).and(page.locator(':enabled')).waitFor();
    await card.dragTo(page.getByTestId('timeline'), { targetPosition: { x: 168 + 5 * 60, y: 108 } });
    await page.getByRole('button', { name: /^teal.svg, image clip/ }).waitFor();
    await page.locator('[data-connection=saved]').waitFor();
    const { clips } = await projectOf(service, projectId);
    expect(clips.find(({ name }) => name === 'teal.svg')?.start).toBeCloseTo(5, 1);
    await page.getByLabel('Filter files').selectOption('unused');
    await page.getByRole('button', { name: 'Add teal.svg to the end' }).waitFor({ state: 'detached' });
    await page.getByLabel('Filter files').selectOption('all');
    await window.screenshot('editor-media');
  });

  it('puts files after the last clip of the main track, or with Alt at the playhead, one after another', async () => {
    const card = (name: string) => page.getByRole('button', { name: `Add ${name} to the end` });
    await card('teal.svg').click();
    await card('plum.svg').press('Enter');
    await page.getByTestId('ruler').click({ position: { x: 60, y: 22 } });
    await card('plum.svg').click({ modifiers: ['Alt'] });
    await card('teal.svg').press('Alt+Enter');
    await page.locator('[data-connection=saved]').waitFor();
    const images = async () => (await projectOf(service, projectId)).clips.filter(({ type }) => type === 'image');
    const [, ...added] = await images();
    expect(added.map(({ name, start }) => [name, start])).toEqual([
      ['teal.svg', 0],
      ['plum.svg', 4],
      ['plum.svg', 1],
      ['teal.svg', 5],
    ]);
    await window.screenshot('editor-media-added');
    for (let count = 0; count < added.length; count += 1) await page.keyboard.press('Control+z');
    await expect.poll(async () => (await images()).length).toBe(1);
  });

  it('tells where a file is used, and puts another in its place everywhere', async () => {
    await more('teal.svg', 'Where used');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /teal.svg/ })
      .waitFor();
    await page.getByText('Not used in other projects.').waitFor();
    await window.screenshot('editor-uses');
    expect(await window.accessibility()).toEqual([]);
    await page.keyboard.press('Escape');
    await more('teal.svg', 'Replace everywhere');
    // The newest file is offered first: that is one of another suite, where these run beside each other.
    await page.getByLabel('Replace with', { exact: true }).selectOption({ label: 'plum.svg' });
    await page.getByRole('button', { name: 'Replace in 1 clip' }).click();
    await page.locator('[data-connection=saved]').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'plum.svg' }).getByText('Used once').waitFor();
    const { project } = await service.call('GET', `/v1/projects/${projectId}?view=document`);
    const { media } = await service.call('GET', '/v1/media');
    const plum = media.find(({ name }: { name: string }) => name === 'plum.svg');
    expect(project.document.clips.filter(({ src }: { src: string }) => src === plum.id)).toHaveLength(1);
  });

  it('says what generating costs before, and why it was not made after', async () => {
    await add('Generate');
    await page.getByRole('button', { name: 'Video' }).click();
    await page.getByLabel('Prompt').fill('Waves');
    await page.getByText('Costs 100 credits').waitFor();
    await window.screenshot('editor-generate');
    expect(await window.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Generate' }).click();
    await page.getByRole('region', { name: 'In progress' }).getByRole('alert').waitFor();
    expect(await page.getByRole('region', { name: 'In progress' }).textContent()).toContain('no video provider');
    await page.getByRole('button', { name: 'Clear list' }).click();
  });

  it('makes a find of the stock libraries media of the account', async () => {
    // No library is reached from a test: what one answers, and what its file is, stand here.
    const find = { id: '1', provider: 'pexels', type: 'photo', title: 'Snow', previewUrl: 'https://example.org/s.jpg' };
    const item = { ...find, url: 'https://example.org/l.jpg', width: 640, height: 360, durationSec: null };
    const results = [{ ...item, author: 'Ann', license: 'Free' }];
    await page.route('**/api/studio/stock/search?**', (route) => route.fulfill({ json: { results, nextPage: null } }));
    await page.route('**/api/studio/stock/preview?**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: image('snow').buffer }),
    );
    const imported: unknown[] = [];
    await page.route('**/api/studio/media/import', async (route) => {
      imported.push(route.request().postDataJSON());
      const { media } = await service.call('GET', '/v1/media');
      await route.fulfill({ status: 201, json: { media: media[0] } });
    });
    await add('Search stock media');
    await page.getByLabel('Search', { exact: true }).fill('snow');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: /^Snow/ }).click();
    await expect.poll(() => imported).toEqual([{ url: item.url, name: 'Snow' }]);
    await window.screenshot('editor-stock');
    expect(await window.accessibility()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.unrouteAll();
    expect(window.faults.filter((fault) => !fault.startsWith('501'))).toEqual([]);
  });

  it('shows the files of a render, and reuses what is there', { tags: 'full' }, async () => {
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await quick();
    await page.getByText('More files').click();
    await page.getByLabel('Single frame (JPEG)').check();
    await page.getByLabel('Time (s)').fill('1.5');
    await page.getByLabel('Captions (SRT)').check();
    // Those of the film, and the one of the JPEG.
    await page.getByRole('region', { name: 'Estimate' }).getByText('361 to render of 361').waitFor();
    // The film once more, laid out again: it shares no frame.
    await page.getByLabel('9:16', { exact: true }).check();
    await page.getByRole('region', { name: 'Estimate' }).getByText('721 to render of 721').waitFor();
    expect(await window.accessibility()).toEqual([]);
    await window.screenshot('editor-aspects');
    await page.getByLabel('9:16', { exact: true }).uncheck();
    await page.getByRole('region', { name: 'Estimate' }).getByText('361 to render of 361').waitFor();
    await window.screenshot('editor-quote');
    await page.getByRole('button', { name: 'Start render' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    await page.getByRole('list', { name: 'Files' }).getByRole('link', { name: 'Download Captions (SRT)' }).waitFor();
    await window.screenshot('editor-files');
    await page.getByRole('button', { name: 'New render' }).click();
    await quick();
    await page
      .getByRole('region', { name: 'Estimate' })
      .getByText(/^(\d+) of \1 reused$/)
      .waitFor();
    await page.getByRole('button', { name: 'Start render' }).click();
    // Nothing has changed: all of it is reused.
    await page.getByText(/^[1-9]\d* reused$/).waitFor({ timeout: 100_000 });
    await window.screenshot('editor-reused');
    await page.getByRole('button', { name: 'New render' }).click();
    // The first key closes a tooltip where one is open.
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return page.getByRole('dialog').count();
      })
      .toBe(0);
  });

  it('plays the film of a render while it goes on, with sound', { tags: 'full' }, async () => {
    // Long and large enough to be still under way, wherever the test runs; its sound is mixed whole before the film
    // plays.
    const commands = [
      { op: 'setProjectSettings', width: 1_920, height: 1_080 },
      { op: 'addTextClip', text: 'And so on', start: 12, duration: 300, style: { fontSize: 180 } },
      { op: 'addEffect', clipId: '$1.clipId', type: 'glow' },
      // No two frames are alike, and so no two segments.
      { op: 'addKeyframe', clipId: '$1.clipId', prop: 'rotation', time: 0, value: 0 },
      { op: 'addKeyframe', clipId: '$1.clipId', prop: 'rotation', time: 300, value: 750 },
    ];
    await service.call('POST', `/v1/projects/${projectId}/commands`, { commands });
    await page.getByRole('button', { name: /^And so on, / }).waitFor();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await quick();
    await page.getByRole('button', { name: 'Start render' }).click();
    await page.getByText(/^[1-9]\d* rendering$/).waitFor({ timeout: 100_000 });
    const film = page.getByRole('region', { name: 'Video so far' }).locator('video');
    await film.waitFor({ timeout: 100_000 });
    await film.evaluate((video: HTMLVideoElement) => video.play());
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2);
    // Chromium alone tells how much sound it has decoded.
    const audioBytes = (video: HTMLVideoElement) => Number(Reflect.get(video, 'webkitAudioDecodedByteCount'));
    await expect.poll(() => film.evaluate(audioBytes)).toBeGreaterThan(0);
    await window.screenshot('editor-film-so-far');
    expect(await window.accessibility()).toEqual([]);
    expect(await page.getByRole('link', { name: 'Download' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel render' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(window.faults.filter((fault) => !fault.startsWith('501'))).toEqual([]);
  });
});

function image(color: string) {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" ' +
    `fill="${color}"/></svg>`;
  return { name: `${color}.svg`, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
}
