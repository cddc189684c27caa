import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

/** Replaces the devices: a tone is the microphone, a moving square the camera and the screen. */
function replaceDevices(): void {
  const stream = ({ audio, video }: MediaStreamConstraints) => {
    if (sessionStorage.getItem('refused')) throw new DOMException('Permission denied', 'NotAllowedError');
    const made = new MediaStream();
    if (audio) {
      const context = new AudioContext();
      const tone = context.createOscillator();
      const output = context.createMediaStreamDestination();
      tone.connect(output);
      tone.start();
      for (const track of output.stream.getTracks()) made.addTrack(track);
    }
    if (video) {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 320, height: 180 });
      const drawing = canvas.getContext('2d');
      setInterval(() => {
        if (!drawing) return;
        drawing.fillStyle = `hsl(${(performance.now() / 10) % 360} 80% 50%)`;
        drawing.fillRect(0, 0, 320, 180);
      }, 40);
      for (const track of canvas.captureStream(25).getTracks()) made.addTrack(track);
    }
    return Promise.resolve(made);
  };
  navigator.mediaDevices.getUserMedia = async (constraints = {}) => stream(constraints);
  navigator.mediaDevices.getDisplayMedia = async (constraints = {}) => stream(constraints);
}

describe.skipIf(!hasBrowserFor('The Studio is'))('recordings in the editor', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    const { service } = world;
    window = await openWindow(world.browser, service, 'light', await world.signedIn(service.demo));
    page = window.page;
    await page.addInitScript(replaceDevices);
    const commands = [{ op: 'addTextClip', text: 'Opening', start: 0, duration: 300 }];
    const { project } = await service.call('POST', '/v1/projects', { name: 'Recorded', commands });
    projectId = project.id;
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await page.getByRole('button', { name: /^Opening, / }).waitFor();
  });

  const panel = () => page.getByRole('region', { name: 'Recording' });
  const press = (name: string) => panel().getByRole('button', { name, exact: true }).click();
  const open = async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Record' }).click();
    await panel().waitFor();
  };
  /** Records until at least two seconds were recorded, and waits for the recording to be playable. */
  const record = async () => {
    await press('Start recording');
    await panel().getByText('0:02').waitFor();
    await press('Stop recording');
    await panel().getByRole('button', { name: 'Add to timeline' }).waitFor();
  };
  const clips = async () => {
    await page.locator('[data-connection=saved]').waitFor();
    const { project } = await world.service.call('GET', `/v1/projects/${projectId}?view=document`);
    return project.document.clips;
  };

  it('become clips where the playhead was, while the video plays', async () => {
    await open();
    await window.screenshot('recording');
    expect(await window.accessibility()).toEqual([]);
    await press('Start recording');
    await panel().getByText('0:02').waitFor();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await press('Stop recording');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await press('Add to timeline');
    await page
      .getByRole('button', { name: /^Voice \d{4}-/ })
      .first()
      .waitFor();
    const voice = (await clips()).find(({ type }: { type: string }) => type === 'audio');
    expect(voice).toMatchObject({ start: 0, name: expect.stringMatching(/^Voice /) });
    expect(voice.duration).toBeGreaterThan(1.5);
    expect(await panel().count()).toBe(0);
    expect(window.faults).toEqual([]);
  });

  it('of a camera are only files where wanted, and a refused device is explained', { tags: 'full' }, async () => {
    await open();
    await press('Camera');
    await page.evaluate(() => sessionStorage.setItem('refused', 'yes'));
    await press('Start recording');
    await panel().getByText('The browser has no access to the camera or microphone. Allow it for this site.').waitFor();
    await page.evaluate(() => sessionStorage.removeItem('refused'));
    await record();
    await window.screenshot('recording-review');
    const before = (await clips()).length;
    await press('Save to Media');
    const file = page.getByRole('button', { name: /Camera \d{4}-/ }).first();
    await file.waitFor();
    expect((await clips()).length).toBe(before);
    expect(window.faults).toEqual([]);
  });

  it('of a screen contain the sound of the microphone too', { tags: 'full' }, async () => {
    await open();
    await press('Screen');
    await record();
    await press('Add to timeline');
    await page
      .getByRole('button', { name: /^Screen \d{4}-/ })
      .first()
      .waitFor();
    await expect.poll(async () => (await clips()).some(({ type }: { type: string }) => type === 'video')).toBe(true);
    const { media } = await world.service.call('GET', '/v1/media?limit=100');
    expect(media.find(({ name }: { name: string }) => name.startsWith('Screen '))).toMatchObject({
      ...{ kind: 'video', hasAudio: true, width: 320, height: 180 },
    });
    expect(window.faults).toEqual([]);
  });
});
