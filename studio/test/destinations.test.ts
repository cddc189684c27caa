import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject } from './editor-project.ts';
import { openWindow } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('destinations', () => {
  const world = forSuite(sharedWorld);
  let server: FileServer;
  const asked: string[] = [];
  const window = forSuite(async () =>
    openWindow(world.browser, world.service, 'light', await world.signedIn(world.service.demo)),
  );
  beforeAll(async () => {
    server = await startFileServer((request, response) => {
      asked.push(request.method ?? '');
      request.resume().on('end', () => response.end());
    });
  });
  afterAll(() => server?.close());

  it('are added after a test, listed without secrets, tested again and deleted', { tags: 'full' }, async () => {
    const { page } = window;
    const dialog = page.getByRole('dialog');
    await window.open('/console/destinations');
    await page.getByRole('button', { name: 'New destination' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('Archive');
    await dialog.getByLabel('Type').selectOption('put');
    await dialog.getByLabel('URL').fill('http://127.0.0.1:1/{fileName}');
    await dialog.getByRole('button', { name: 'Test and add' }).click();
    await page.getByText('the server refused the connection').first().waitFor();
    await dialog.getByLabel('URL').fill(`${server.url}/in/{fileName}?signature=5ecret`);
    await dialog.getByRole('button', { name: 'Test and add' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`${server.url}/in/`).waitFor();
    expect(asked).toEqual(['PUT', 'DELETE']);
    // The notice of the first try would be in the picture.
    await window.open('/console/destinations');
    await window.screenshot('destinations-list');
    expect(await page.content()).not.toContain('5ecret');
    expect(await window.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'More actions for Archive' }).click();
    await page.getByRole('menuitem', { name: 'Test' }).click();
    await expect.poll(() => asked.length).toBe(4);
    // A film is checked, and goes there.
    await window.open(`/projects/${await newProject(world.service)}`);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await dialog.getByLabel('Quality', { exact: true }).selectOption('draft');
    await dialog.getByLabel('Resolution', { exact: true }).selectOption('half');
    await dialog.getByLabel('Destination').selectOption('Archive');
    await dialog.getByLabel('Check for problems').check();
    expect(await window.accessibility()).toEqual([]);
    await window.screenshot('render-destination');
    await dialog.getByRole('button', { name: 'Start render' }).click();
    await page.getByRole('list', { name: 'Deliveries' }).getByText('Delivered').waitFor({ timeout: 100_000 });
    expect(asked.slice(4)).toEqual(['PUT']);
    expect(await window.accessibility()).toEqual([]);
    await window.screenshot('render-delivered');
    await window.open('/console/destinations');
    await page.getByRole('button', { name: 'More actions for Archive' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No destinations yet').waitFor();
  });
});
