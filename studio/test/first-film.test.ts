// @module-tag full
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Clip } from '@framemill/timeline';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openWindow } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

const sample = path.resolve(import.meta.dirname, '../../infra/bootstrap/sample/media');
const readme = path.resolve(import.meta.dirname, '../README.md');
const FILES = ['ocean.mp4', 'aurora.mp4', 'mountains.mp4', 'music.flac', 'logo.png'];
/** Maximum number of acts: drags, clicks, keys, picked files and filled fields. */
const MOST_ACTS = 40;

describe.skipIf(!hasBrowserFor('The Studio is'))('a first video', () => {
  const world = forSuite(sharedWorld);

  it(`takes at most ${MOST_ACTS} acts from an empty project, without the documentation`, async () => {
    const { service } = world;
    const window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    const { page } = window;
    // A small video is rendered sooner.
    const commands = [{ op: 'setProjectSettings', width: 640, height: 360 }];
    const { project } = await service.call('POST', '/v1/projects', { name: 'First reel', commands });
    await page.goto(`${service.apiHost}/studio/projects/${project.id}/edit`);
    await page.locator('[data-connection=saved]').waitFor();

    const acts: string[] = [];
    const act = async (text: string, work: Promise<unknown> | (() => Promise<unknown>)) => {
      acts.push(text);
      await (typeof work === 'function' ? work() : work);
    };
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const click = (text: string, target: Locator) => act(text, () => target.click());
    const clips = async (): Promise<Clip[]> => {
      await page.locator('[data-connection=saved]').waitFor();
      return (await service.call('GET', `/v1/projects/${project.id}?view=document`)).project.document.clips;
    };
    const named = async (name: string) => (await clips()).find((clip) => clip.name === name);
    const row = (track: number) => page.locator(`[data-track="${track}"]`);
    const bar = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });

    await click('Press "Add"', button('Add'));
    const choosing = page.waitForEvent('filechooser');
    await click('Press "Upload files"', page.getByRole('menuitem', { name: 'Upload files' }));
    for (const file of FILES) acts.push(`Pick the file ${file}`);
    await (await choosing).setFiles(FILES.map((file) => path.join(sample, file)));
    const card = (file: string) => page.getByRole('button', { name: `Add ${file} to the end` });
    for (const file of FILES) await card(file).and(page.locator(':enabled')).waitFor();

    await click('Press the video ocean.mp4: it becomes the first clip', card('ocean.mp4'));
    await click('Press the video aurora.mp4: it follows', card('aurora.mp4'));
    await click('Press the song music.flac', card('music.flac'));
    await act('Drag mountains.mp4 to the track "Video 2", at the beginning', () =>
      card('mountains.mp4').dragTo(row(1), { targetPosition: { x: 2, y: 20 } }),
    );
    await act('Drag logo.png to the track "Video 2", behind it', () =>
      card('logo.png').dragTo(row(1), { targetPosition: { x: 8 * 60, y: 20 } }),
    );
    const ruler = page.getByTestId('ruler');
    await act('Press the ruler above the logo', () => ruler.click({ position: { x: 9 * 60, y: 12 } }));
    await act('Drag a corner of the logo to make it smaller', () => dragCorner(page));

    await act('Press Home', () => page.keyboard.press('Home'));
    await click('Press "Add text"', button('Add text'));
    await act('Fill in the text of the title', () => page.getByLabel('Text', { exact: true }).fill('Three places'));
    await act('Press the ruler behind the title', () => ruler.click({ position: { x: 5 * 60, y: 12 } }));
    await click('Press "Add text"', button('Add text'));
    await act('Fill in the text of the second title', () => page.getByLabel('Text', { exact: true }).fill('One sea'));

    await click('Press the clip ocean.mp4', bar('ocean.mp4'));
    await click('Open "Colour"', button('Colour'));
    await act('Drag the slider of the exposure', () => dragBy(page, page.getByLabel('Exposure: slider'), 20));
    await click('Press the clip mountains.mp4', bar('mountains.mp4'));
    await click('Press "Add effect"', button('Add effect'));
    await act('Type "chroma"', () => page.getByRole('combobox', { name: 'Find an effect' }).fill('chroma'));
    await act('Press Enter: the key colour is found in the video', () => page.keyboard.press('Enter'));

    await click('Press the clip music.flac', bar('music.flac'));
    await click('Open "Transcript"', page.getByRole('tab', { name: 'Transcript' }));
    await act('Fill in the words of the song', () => page.getByLabel(/^Script/).fill('Waves roll in and lights go by'));
    await click('Press "Transcribe"', page.getByRole('button', { name: /^Transcribe / }));
    await click('Press "Add captions"', button('Add captions'));

    await click('Press "Render"', button('Render'));
    await act('Choose the preset "Instagram Reels"', () => page.getByLabel('Preset').selectOption('reels'));
    await click('Press "Start render"', page.getByRole('dialog').getByRole('button', { name: 'Start render' }));
    const finished = async () => (await service.call('GET', `/v1/renders?projectId=${project.id}`)).renders[0];
    await expect.poll(async () => (await finished())?.status, { timeout: 300_000 }).toBe('COMPLETED');
    await page.getByRole('dialog').locator('video').waitFor();

    const film = await clips();
    expect(film.filter(({ type }) => type === 'video')).toHaveLength(3);
    expect(
      film.filter(({ type, isCaption }) => type === 'text' && !isCaption).map((clip) => clip.textStyle?.content),
    ).toEqual(expect.arrayContaining(['Three places', 'One sea']));
    expect(film.some(({ isCaption }) => isCaption)).toBe(true);
    expect((await named('ocean.mp4'))?.grade?.exposure).toBeGreaterThan(0);
    expect((await named('mountains.mp4'))?.effects).toMatchObject([{ type: 'chroma-key' }]);
    expect((await named('logo.png'))?.scale).toBeLessThan(1);
    expect(await named('music.flac')).toMatchObject({ type: 'audio', start: 0 });
    expect(await finished()).toMatchObject({ status: 'COMPLETED', quality: 'high' });
    await window.screenshot('first-film');

    const list = acts.map((text, index) => `${index + 1}. ${text}.`).join('\n');
    console.info(list);
    expect(acts.length).toBeLessThanOrEqual(MOST_ACTS);
    expect(readFileSync(readme, 'utf8')).toContain(list);
    expect(window.faults).toEqual([]);
    await window.context.close();
  });
});

async function dragBy(page: Page, target: Locator, dx: number, dy = 0): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element to drag is not visible.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}

/** Drags a corner of the selected clip on the stage half the way to the clip's centre. */
async function dragCorner(page: Page): Promise<void> {
  const corners = page.locator('[data-handle=Scale]');
  await corners.first().waitFor();
  const boxes = await Promise.all((await corners.all()).map((corner) => corner.boundingBox()));
  const mean = (of: 'x' | 'y') => boxes.reduce((sum, box) => sum + (box?.[of] ?? 0), 0) / boxes.length;
  const [first] = boxes;
  await dragBy(page, corners.first(), (mean('x') - (first?.x ?? 0)) / 2, (mean('y') - (first?.y ?? 0)) / 2);
}
