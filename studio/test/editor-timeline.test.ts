import { hasBrowserFor } from '@framemill/testing/browser';
import { ffmpegMissing } from '@framemill/testing/ffmpeg';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import type { Clip } from '@framemill/timeline';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow, type Window } from './open-studio.ts';
import { type Call, callerOf, documentOf, largeProject, timelineProject, uploadFilm } from './timeline-project.ts';
import { sharedWorld } from './world/shared-world.ts';

if (ffmpegMissing) console.warn(`skipped: the editor's timeline, ${ffmpegMissing}`);

describe.skipIf(!hasBrowserFor('The Studio is') || ffmpegMissing !== null)('the timeline', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let call: Call;
  let window: Window;
  let page: Page;
  let media: string;
  let projectId: string;
  beforeAll(async () => {
    service = world.service;
    window = await openWindow(world.browser, service, 'dark', (await world.newAccount('timeline@example.com')).session);
    call = callerOf(window.context.request, service.apiHost);
    page = window.page;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    media = await uploadFilm(window.context.request, service.apiHost);
    projectId = await timelineProject(call, media);
    await open(projectId);
  });

  const clip = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) }).first();
  const saved = () => page.locator('[data-connection=saved]').waitFor();
  const key = (chord: string) => page.keyboard.press(chord);

  /** Switches snapping on or off. */
  async function snap(isOn: boolean) {
    const button = page.getByRole('button', { name: 'Snapping' });
    if ((await button.getAttribute('aria-pressed')) !== String(isOn)) await key('n');
  }

  async function open(id: string) {
    await page.goto(`${service.apiHost}/studio/projects/${id}/edit`);
    await page.getByTestId('minimap').waitFor();
    await page.locator('[data-track] [data-clip]').first().waitFor();
  }

  /** Waits until all edits are saved and returns the clip with a name or text from the service. */
  async function stored(name: string): Promise<Clip> {
    await saved();
    const { clips } = await documentOf(call, projectId);
    const found = clips.find((one) => one.name === name || one.textStyle?.content === name);
    if (!found) throw new Error(`no clip ${name}`);
    return found;
  }

  /**
   * Drags from a point in an element by (`dx`, `dy`) pixels. `x` and `y` are measured from the element's left and top
   * edge; a negative `x` is measured from its right edge. The keys in `held` are pressed during the drag.
   */
  async function drag(what: Locator, [x, y]: [number, number], [dx, dy]: [number, number], held: string[] = []) {
    await what.scrollIntoViewIfNeeded();
    const box = await what.boundingBox();
    if (!box) throw new Error('nothing to drag');
    const from = { x: x < 0 ? box.x + box.width + x : box.x + x, y: box.y + y };
    for (const one of held) await page.keyboard.down(one);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 3 });
    await page.mouse.move(from.x + dx, from.y + dy, { steps: 3 });
    await page.mouse.up();
    for (const one of held) await page.keyboard.up(one);
    await saved();
  }

  it('draws the thumbnails and the sound that the ingest made', async () => {
    const colours = () =>
      page.evaluate(() => {
        const canvases = [...document.querySelectorAll<HTMLCanvasElement>('[data-track] canvas')];
        return canvases.map((canvas) => {
          const { width, height } = canvas;
          const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: [] };
          const found = new Set<number>();
          for (let at = 0; at < data.length; at += 404) found.add(((data[at] ?? 0) << 8) + (data[at + 1] ?? 0));
          return found.size;
        });
      });
    await expect.poll(async () => Math.max(...(await colours()))).toBeGreaterThan(60);
    await window.screenshot('timeline');
    expect(window.faults).toEqual([]);
  });

  it('trims with ripple, by a key that is held and by a tool', async () => {
    // 60 pixels are a second.
    await snap(false);
    await drag(clip('One'), [-3, 20], [-60, 0], ['Alt']);
    expect([(await stored('One')).duration, (await stored('Two')).start, (await stored('Three')).start]).toEqual([
      1, 1, 3,
    ]);
    await key('b');
    await drag(clip('One'), [-3, 20], [60, 0]);
    expect([(await stored('One')).duration, (await stored('Two')).start]).toEqual([2, 2]);
    await key('v');
    expect(window.faults).toEqual([]);
  });

  it('undoes and redoes edits of an earlier visit', async () => {
    await saved();
    await page.reload();
    await clip('One').waitFor();
    await key('Control+z');
    await saved();
    expect([(await stored('One')).duration, (await stored('Two')).start]).toEqual([1, 1]);
    await page.reload();
    await clip('One').waitFor();
    await key('Control+y');
    await saved();
    expect([(await stored('One')).duration, (await stored('Two')).start]).toEqual([2, 2]);
    await snap(false);
    expect(window.faults).toEqual([]);
  });

  it('trims the start with ripple, rolls, slips and slides, and cuts', { tags: 'full' }, async () => {
    await key('b');
    await drag(clip('One'), [3, 20], [30, 0]);
    expect([(await stored('One')).mediaStart, (await stored('Two')).start]).toEqual([1.5, 1.5]);
    await key('Control+z');
    await key('v');
    await drag(clip('Two'), [3, 20], [-30, 0], ['Control']);
    expect([(await stored('One')).duration, (await stored('Two')).start]).toEqual([1.5, 1.5]);
    await key('Control+z');
    await drag(clip('Two'), [60, 20], [-30, 0], ['Alt']);
    expect((await stored('Two')).mediaStart).toBe(2.5);
    await key('u');
    await drag(clip('Two'), [60, 20], [30, 0]);
    expect([(await stored('One')).duration, (await stored('Two')).start, (await stored('Three')).start]).toEqual([
      2.5, 2.5, 4.5,
    ]);
    await key('Control+z');
    await key('c');
    await clip('Three').click({ position: { x: 60, y: 25 } });
    await saved();
    expect((await stored('Three')).duration).toBe(1);
    await key('Control+z');
    await key('v');
    await saved();
    expect(window.faults).toEqual([]);
  });

  it('sets a gain and fades on the sound itself', { tags: 'full' }, async () => {
    await clip('Beeps').click({ position: { x: 30, y: 8 } });
    const { id } = await stored('Beeps');
    await drag(page.getByTestId(`gain-${id}`), [100, 4], [0, 8]);
    expect((await stored('Beeps')).volume).toBeLessThan(0.6);
    await drag(page.getByTestId(`fade-in-${id}`), [6, 6], [50, 0]);
    await drag(page.getByTestId(`fade-out-${id}`), [6, 6], [-50, 0]);
    const { fadeIn, fadeOut } = await stored('Beeps');
    expect(fadeIn).toBeGreaterThan(0.6);
    expect(fadeOut).toBeGreaterThan(0.6);
    await window.screenshot('timeline-sound');
  });

  it('makes, lengthens, changes and removes a transition at a cut', async () => {
    await clip('Two').click({ position: { x: 60, y: 25 } });
    await page.getByRole('button', { name: 'Add transition' }).first().click();
    await page.getByRole('button', { name: 'Dissolve' }).click();
    expect((await stored('Two')).transition).toMatchObject({ type: 'dissolve', duration: 0.5 });
    const { id } = await stored('Two');
    await drag(page.getByTestId(`transition-${id}`), [4, 10], [18, 0]);
    expect((await stored('Two')).transition?.duration).toBeCloseTo(0.8, 1);
    await window.screenshot('timeline-transition');
    await page.getByRole('button', { name: /^Transition: Dissolve/ }).click();
    await page.getByRole('button', { name: 'Wipe' }).click();
    expect((await stored('Two')).transition?.type).toBe('wipe');
    await page.getByRole('button', { name: /^Transition: Wipe/ }).click();
    await page.getByRole('button', { name: 'Remove transition' }).click();
    expect((await stored('Two')).transition).toBeUndefined();
  });

  it('animates a property in a lane: adds, drags, bends and removes keyframes', async () => {
    await clip('Title').click({ position: { x: 90, y: 25 } });
    await key('a');
    await page.getByRole('button', { name: /^Animate a property of/ }).click();
    await page.getByRole('button', { name: 'Opacity', exact: true }).click();
    const lane = page.getByTestId('lane-opacity');
    await lane.dblclick({ position: { x: 180, y: 20 } });
    const diamonds = lane.getByRole('button', { name: /^Opacity/ });
    await expect.poll(() => diamonds.count()).toBe(2);
    await drag(diamonds.nth(1), [8, 8], [30, 20]);
    const moved = (await stored('Title')).kfOpacity ?? [];
    expect(moved[1]?.time).toBeCloseTo(2.5, 1);
    expect(moved[1]?.value).toBeLessThan(0.6);
    await diamonds.first().click();
    await page.getByRole('button', { name: 'Back ease out', exact: true }).click();
    await window.screenshot('timeline-keyframes');
    await key('Escape');
    expect((await stored('Title')).kfOpacity?.[0]?.easing).toBe('easeOutBack');
    await diamonds.nth(1).press('ArrowRight');
    expect((await stored('Title')).kfOpacity?.[1]?.time).toBeCloseTo((moved[1]?.time ?? 0) + 1 / 30, 3);
    await diamonds.nth(1).press('Delete');
    await expect.poll(() => diamonds.count()).toBe(1);
    expect(await window.accessibility('[aria-label=Timeline]')).toEqual([]);
    await clip('Title').click({ position: { x: 90, y: 25 } });
    await key('a');
    expect(window.faults).toEqual([]);
  });

  it('picks with a box, groups, and keeps a locked track as it is', async () => {
    const lane = page.locator('[data-track="0"]');
    await drag(lane, [380, 47], [-200, -30]);
    await expect.poll(() => page.locator('[data-track="0"] [aria-pressed=true]').count()).toBe(2);
    await key('Control+g');
    await page.getByRole('button', { name: /^Two, .*, in a group$/ }).waitFor();
    expect((await stored('Two')).groupId).toBe((await stored('Three')).groupId);
    await key('Control+Shift+g');
    expect((await stored('Two')).groupId).toBeUndefined();
    const header = page.getByRole('button', { name: /^Lock / }).last();
    await page
      .getByRole('button', { name: /^Solo / })
      .first()
      .click();
    await page.getByRole('button', { name: /^Unsolo / }).click();
    const label = (await header.getAttribute('aria-label')) ?? '';
    await header.click();
    await saved();
    const before = await documentOf(call, projectId);
    expect(before.tracks.filter(({ locked }) => locked)).toHaveLength(1);
    await page.getByRole('button', { name: label.replace('Lock', 'Unlock') }).click();
    await saved();
  });

  it('moves and names markers, and snaps to them with a line', async () => {
    await snap(false);
    await page.getByTestId('ruler').click({ position: { x: 300, y: 22 } });
    await key('m');
    await saved();
    const marker = page.getByRole('button', { name: /^Marker/ });
    await drag(marker, [5, 6], [60, 0]);
    await marker.click();
    await page.getByLabel('Marker name').fill('Chorus');
    await key('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await saved();
    const [kept] = (await documentOf(call, projectId)).markers ?? [];
    expect(kept).toMatchObject({ time: 6, label: 'Chorus' });
    await snap(true);
    const box = await clip('Title').boundingBox();
    if (!box) throw new Error('no title');
    // Its end is at 4 s; nearly 2 s further it meets the marker.
    await page.mouse.move(box.x + 90, box.y + 25);
    await page.mouse.down();
    await page.mouse.move(box.x + 90 + 117, box.y + 25, { steps: 5 });
    await page.getByTestId('snap-guide').waitFor();
    await window.screenshot('timeline-snap');
    await page.mouse.up();
    expect((await stored('Title')).start).toBe(3);
  });

  it('copies clips into another project, with ids of their own', async () => {
    await clip('Title').click({ position: { x: 90, y: 25 } });
    await clip('Two').click({ modifiers: ['Shift'], position: { x: 60, y: 25 } });
    const [title, two] = [await stored('Title'), await stored('Two')];
    await key('Control+c');
    const commands = [{ op: 'addTextClip', text: 'Alone', start: 0, duration: 1 }];
    const { project } = await call('POST', '/projects', { name: 'Other', commands });
    await open(project.id);
    await key('Home');
    await key('Control+v');
    await clip('Two').waitFor();
    await saved();
    const { clips } = await documentOf(call, project.id);
    const pasted = clips.find(({ name }) => name === 'Two');
    const words = clips.find(({ textStyle }) => textStyle?.content === 'Title');
    expect(pasted).toMatchObject({ start: 0, duration: two.duration, mediaStart: two.mediaStart, src: media });
    expect(words?.start).toBeCloseTo(title.start - two.start, 5);
    expect(words?.kfOpacity).toEqual(title.kfOpacity);
    expect([two.id, title.id]).not.toContain(pasted?.id);
    await key('Control+z');
    await expect.poll(() => page.locator('[data-track] [data-clip]').count()).toBe(1);
    expect(window.faults).toEqual([]);
  });

  it('zooms by keys, the wheel and two fingers, from frames to hours', async () => {
    const widthOf = async () => Math.round((await clip('Alone').boundingBox())?.width ?? 0);
    const before = await widthOf();
    await key('+');
    await expect.poll(widthOf).toBeCloseTo(before * 1.5, -1);
    const box = await page.getByTestId('timeline').boundingBox();
    if (!box) throw new Error('no timeline');
    const fingers = await window.context.newCDPSession(page);
    const points = (apart: number) => [-apart, apart].map((by, id) => ({ x: box.x + 300 + by, y: box.y + 150, id }));
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(40) });
    for (const apart of [50, 60, 80])
      await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(apart) });
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(widthOf).toBeCloseTo(before * 3, -1);
    await page.mouse.move(box.x + 300, box.y + 150);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 12; turn += 1) await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    // A frame of a thirtieth of a second is 100 pixels wide.
    const zoom = page.getByLabel('Timeline zoom');
    await expect.poll(async () => Number(await zoom.inputValue())).toBeCloseTo(Math.log(3_000), 1);
    await page
      .getByTestId('ruler')
      .getByText(/^00:00:\d\d:(?!00)\d\d$/)
      .first()
      .waitFor();
    await window.screenshot('timeline-frames');
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await expect.poll(widthOf).toBeLessThan(1_200);
  });

  it('lists all keys and takes others', async () => {
    await key('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.getByRole('button', { name: 'shortcut: Split at playhead' }).click();
    await key('x');
    await window.screenshot('timeline-keys');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByTestId('ruler').click({ position: { x: 30, y: 22 } });
    await key('s');
    await key('x');
    await expect.poll(() => page.locator('[data-track] [data-clip]').count()).toBe(2);
    await key('Control+z');
  });

  for (const { clips: clipCount, tags } of [
    { clips: 1_000, tags: [] },
    { clips: 10_000, tags: 'full' },
  ])
    it(`mounts no more of ${clipCount} clips than it may, at any zoom and place`, { tags }, () =>
      expectFewMounted(clipCount),
    );

  async function expectFewMounted(clipCount: number): Promise<void> {
    await open(await largeProject(call, clipCount));
    const timeline = page.getByTestId('timeline');
    const count = () =>
      timeline.evaluate((element) => {
        const within = (what: string) => element.querySelectorAll(what).length;
        return { nodes: within('*'), clips: within('[data-clip]'), rows: within('[data-track]') };
      });
    const found: { nodes: number; clips: number; rows: number }[] = [await count()];
    for (const place of [0.2, 0.6, 1]) {
      await timeline.evaluate((element, share) => {
        element.scrollTo({ left: element.scrollWidth * share, top: element.scrollHeight * share });
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, place);
      found.push(await count());
    }
    await page.getByTestId('minimap').click({ position: { x: 100, y: 10 } });
    const atMinimap = await timeline.evaluate((element) => element.scrollLeft / element.scrollWidth);
    expect(atMinimap).toBeLessThan(0.1);
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await window.screenshot('timeline-large');
    found.push(await count());
    for (let step = 0; step < 5; step += 1) {
      await key('+');
      found.push(await count());
    }
    console.info(
      `timeline: ${clipCount} clips, mounted ${found.map(({ nodes, clips, rows }) => `${nodes}/${clips}/${rows}`).join(' ')}`,
    );
    for (const { nodes, clips, rows } of found) {
      expect(nodes).toBeLessThan(5_000);
      expect(clips).toBeLessThanOrEqual(512);
      expect(rows).toBeLessThanOrEqual(64);
    }
    expect(Math.max(...found.map(({ clips }) => clips))).toBeGreaterThan(20);
    expect(window.faults).toEqual([]);
  }
});
