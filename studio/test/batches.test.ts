import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from './open-studio.ts';
import { type Session, sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('batches in the Studio', () => {
  const world = forSuite(sharedWorld);
  let session: Session;
  beforeAll(async () => {
    session = await world.signedIn(world.service.demo);
    const title = { op: 'addTextClip', text: 'Dear {{who}} of {{city|Graz}}', start: 0, duration: 0.5 };
    await world.service.call('POST', '/v1/projects', { name: 'Invitation', commands: [title] });
  });

  it('makes one of a table after a look at its first rows, and shows each film', async () => {
    const window = await openWindow(world.browser, world.service, 'light', session);
    const { page } = window;
    await window.open('/batches');
    await page.getByRole('button', { name: 'New batch' }).click();
    const dialog = page.getByRole('dialog', { name: 'New batch' });
    await dialog.getByLabel('Project').selectOption({ label: 'Invitation' });
    await dialog.getByLabel('Batch name').fill('Guests');
    await dialog.getByLabel('Table (CSV)').fill('who,town\nAna,Linz');
    await dialog.getByRole('alert').getByText('no variables town').waitFor();
    expect(await dialog.getByRole('button', { name: 'Render' }).isDisabled()).toBe(true);
    const rows = Array.from({ length: 6 }, (_, n) => `r${n},Guest ${n},`);
    const csv = {
      name: 'guests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`reference,who,city\n${rows.join('\n')}`),
    };
    await page.getByLabel('CSV file').setInputFiles(csv);
    await dialog.getByRole('cell', { name: 'Guest 4' }).waitFor();
    await dialog.getByText('and 1 more row').waitFor();
    await dialog.getByLabel('Quality').selectOption('draft');
    await dialog.getByLabel('Resolution', { exact: true }).selectOption('half');
    await dialog.getByText(/to render of 90/).waitFor({ timeout: 100_000 });
    await window.screenshot('batch-new');
    expect(await window.accessibility()).toEqual([]);
    await dialog.getByRole('button', { name: 'Render 6 videos' }).click();
    await page.waitForURL(/\/batches\/bat_/);
    await page.getByRole('heading', { name: '6 of 6 completed' }).waitFor({ timeout: 100_000 });
    await page.getByRole('link', { name: 'r5' }).waitFor();
    await page.getByText('who: Guest 5').waitFor();
    const image = page.getByRole('row', { name: /who: Guest 0/ }).locator('img');
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100);
    const archive = page.getByRole('link', { name: 'Download all' });
    const answer = await page.request.get(new URL((await archive.getAttribute('href')) ?? '', page.url()).href);
    expect([answer.status(), (await answer.body()).subarray(0, 2).toString()]).toEqual([200, 'PK']);
    await page.getByRole('combobox', { name: 'Videos' }).selectOption('Failed');
    await page.getByText('No videos with this status.').waitFor();
    await page.getByRole('combobox', { name: 'Videos' }).selectOption('All');
    await page.getByRole('link', { name: 'Download video 1' }).waitFor();
    await window.screenshot('batch-done');
    expect(await window.accessibility()).toEqual([]);
    expect(window.faults).toEqual([]);
    await window.context.close();
  });

  it('cancels one and tries it again', { tags: 'full' }, async () => {
    const { projects } = await world.service.call('GET', '/v1/projects');
    const { id: projectId } = projects.find(({ name }: { name: string }) => name === 'Invitation');
    const items = Array.from({ length: 40 }, (_, n) => ({ variables: { who: `Nr ${n}` } }));
    const body = { projectId, name: 'Many', items, quality: 'draft', resolution: 'half' };
    const { batch } = await world.service.call('POST', '/v1/batches', body);
    const window = await openWindow(world.browser, world.service, 'dark', session);
    const { page } = window;
    await window.open(`/batches/${batch.id}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const again = page.getByRole('button', { name: /^Retry \d+ videos?$/ });
    await again.waitFor();
    await again.click();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await again.waitFor();
    expect(window.faults).toEqual([]);
    await window.context.close();
  });
});
