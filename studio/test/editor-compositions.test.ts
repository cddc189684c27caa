import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newProject } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('compositions in the editor', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    const { service } = world;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    projectId = await newProject(service);
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await clip('Star').waitFor();
  });

  const clip = (name: string) => page.locator('[data-track]').getByRole('button', { name: new RegExp(`^${name}, `) });
  const path = () => page.getByRole('navigation', { name: 'Open composition' });
  const document = async () => {
    await page.locator('[data-connection=saved]').waitFor();
    const { project } = await world.service.call('GET', `/v1/projects/${projectId}?view=document`);
    return project.document;
  };

  it('are made of the selected clips, opened by a double click, changed inside, and left', async () => {
    await clip('Star').click();
    await page.keyboard.press('Control+a');
    await clip('Star').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Create composition' }).click();
    await clip('Composition 1').waitFor();
    expect(await clip('Star').count()).toBe(0);
    await clip('Composition 1').dblclick();
    await path().getByText('Composition 1').waitFor();
    await clip('Opening').waitFor();
    await window.screenshot('editor-composition');
    expect(await window.accessibility('nav[aria-label="Open composition"]')).toEqual([]);
    await clip('Star').click();
    await page.keyboard.press('Delete');
    await clip('Star').waitFor({ state: 'detached' });
    const { clips, compositions } = await document();
    expect(clips.map(({ type }: { type: string }) => type)).toEqual(['composition']);
    expect(compositions[0].clips.map(({ type }: { type: string }) => type)).toEqual(['text']);
    await path().getByRole('button', { name: 'Project' }).click();
    await path().waitFor({ state: 'detached' });
    await clip('Composition 1').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Dissolve composition' }).click();
    await clip('Opening').waitFor();
    expect((await document()).compositions).toBeUndefined();
    expect(window.faults).toEqual([]);
  });
});
