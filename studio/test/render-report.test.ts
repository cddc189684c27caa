import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the quality of a render', () => {
  const world = forSuite(sharedWorld);
  let projectId: string;
  const window = forSuite(async () =>
    openWindow(world.browser, world.service, 'light', await world.signedIn(world.service.demo)),
  );
  beforeAll(async () => {
    const commands = [
      { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 1, style: { fill: '#f0f0f0' } },
      // Before it, and around its letters, the picture is black.
      { op: 'addTextClip', text: 'Faint', start: 2, duration: 1, style: { fontSize: 160, color: '#1a1a1a' } },
    ];
    projectId = (await world.service.call('POST', '/v1/projects', { name: 'Faulty film', commands })).project.id;
  });

  const start = async (more: object = {}): Promise<string> => {
    const body = { projectId, quality: 'draft', resolution: 'half', ...more };
    return (await world.service.call('POST', '/v1/renders', body)).render.id;
  };

  it('is measured when it is wanted; a finding shows its moment, and its clip in the editor', {
    tags: 'full',
  }, async () => {
    const { page } = window;
    await window.open(`/renders/${await start()}`);
    await page.getByRole('button', { name: 'Check quality' }).click({ timeout: 100_000 });
    const findings = page.getByRole('list', { name: 'Problems' });
    await findings.getByText('Black frames').first().waitFor({ timeout: 100_000 });
    await page.getByText(/^\d+ problems?$/).waitFor();
    expect(await window.accessibility()).toEqual([]);
    await window.screenshot('render-report');
    const timeOf = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await findings.getByRole('button', { name: /Low contrast/ }).click();
    await expect.poll(timeOf).toBeCloseTo(2, 1);
    await findings
      .getByRole('button', { name: /Black frames/ })
      .first()
      .click();
    await expect.poll(timeOf).toBeCloseTo(1, 1);
    await findings.getByRole('link', { name: /Edit at 2\.00 s: Low contrast/ }).click();
    await page.getByRole('heading', { name: 'Faint' }).waitFor();
    await page.getByText('00:00:02:00').waitFor();
    await window.screenshot('finding-in-editor');
    expect(window.faults).toEqual([]);
  });

  it('fails a render that was to keep limits, which says what it breaks and where', { tags: 'full' }, async () => {
    const { page } = window;
    await window.open(`/renders/${await start({ qc: { maxBlackSec: 0.2 } })}`);
    await page.getByText('Quality check failed').waitFor({ timeout: 100_000 });
    const broken = page.getByRole('list', { name: 'Exceeded limits' });
    expect(await broken.textContent()).toContain('maxBlackSec 0.2: black for 2.00 s from 1.00 s on');
    await page.getByRole('list', { name: 'Problems' }).getByRole('link').first().waitFor();
    await window.screenshot('render-failed-check');
    expect(await window.accessibility()).toEqual([]);
    expect(window.faults).toEqual([]);
  });

  it('ends with the render, which is deleted after a question', { tags: 'full' }, async () => {
    const { page } = window;
    const id = await start();
    await world.service.call('POST', `/v1/renders/${id}/cancel`);
    await window.open(`/renders/${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Renders' }).waitFor();
    const { renders } = await world.service.call('GET', `/v1/renders?projectId=${projectId}`);
    expect(renders.map((render: { id: string }) => render.id)).not.toContain(id);
    expect(window.faults).toEqual([]);
  });
});
