import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow, type Window } from './open-studio.ts';
import { callerOf } from './timeline-project.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('workspaces', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let window: Window;
  beforeAll(async () => {
    service = world.service;
    // An account of its own has one project: the home page draws a poster of each.
    const { session } = await world.newAccount('workspaces@example.com', { isPlain: true });
    window = await openWindow(world.browser, service, 'light', session);
    await callerOf(window.context.request, service.apiHost)('POST', '/projects', { name: 'Homeless film' });
  });

  it('are made, renamed, given a project and deleted, and the project stays', { tags: 'full' }, async () => {
    const { page } = window;
    const dialog = page.getByRole('dialog');
    await window.open('/workspaces');
    await page.getByRole('button', { name: 'New workspace' }).click();
    await dialog.getByLabel('Name').fill('Spring');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'More actions for Spring' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill('Summer');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('link', { name: /^Summer/ }).waitFor();
    await window.open('/');
    await page.getByRole('button', { name: 'More actions for Homeless film' }).click();
    await page.getByRole('menuitem', { name: 'Move to workspace' }).click();
    await dialog.getByLabel('Workspace').selectOption({ label: 'Summer' });
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.waitFor({ state: 'detached' });
    await window.open('/workspaces');
    await page.getByText('1 project, created').waitFor();
    await window.screenshot('workspaces-used');
    expect(await window.accessibility()).toEqual([]);
    await page.getByRole('link', { name: /^Summer/ }).click();
    await page.getByRole('link', { name: 'Edit Homeless film' }).waitFor();
    await window.screenshot('workspace');
    expect(await window.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'More actions for Summer' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workspaces' }).waitFor();
    await window.open('/');
    await page.getByRole('link', { name: 'Edit Homeless film' }).waitFor();
    expect(window.faults).toEqual([]);
  });
});
