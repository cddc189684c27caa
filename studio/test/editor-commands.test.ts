import { catalogue } from '@framemill/compositor/catalogue';
import { commandSchema } from '@framemill/timeline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject, projectOf } from './editor-project.ts';
import { hasBrowser, launchBrowser, openWindow, signIn, type Window } from './open-studio.ts';
import { type Service, startService } from './service.ts';

const { commands } = commandSchema(catalogue);

/** What a form needs beyond what it fills in by itself, by command: what a person would type. */
const TYPED: Record<string, [label: string, value: string][]> = {
  addTextClip: [['Text', 'Typed']],
  addLowerThird: [['Title', 'Ann Example']],
  replaceText: [
    ['Find', 'Opening'],
    ['Replace', 'Begin'],
  ],
  addBackground: [['Color', '#204060']],
};

describe.skipIf(!hasBrowser())('every command of the registry', () => {
  let service: Service;
  let browser: Browser;
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), launchBrowser()]);
    window = await openWindow(browser, service, 'light');
    page = window.page;
    // Dialogs that come and go 76 times need not be seen moving.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    projectId = await newProject(service);
    await window.open('/');
    await signIn(page, service.demo);
    await page.goto(`${service.url}/studio/projects/${projectId}/edit`);
    await page.getByRole('button', { name: /^Opening, / }).waitFor();
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function openForm(op: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill(op);
    await page.locator(`#command-${op}`).click();
    await page.getByRole('button', { name: 'Apply' }).waitFor();
  }

  it('has a form in the editor with a control for each parameter', { timeout: 90_000 }, async () => {
    const ops = Object.keys(commands);
    expect(ops).toHaveLength(76);
    const lacking: string[] = [];
    for (const op of ops) {
      await openForm(op);
      const { properties } = Object(commands[op]?.params);
      const controls = await page
        .getByRole('dialog')
        .locator('input:not([type=color]), select, textarea, fieldset')
        .count();
      if (controls < Object.keys(properties).length) lacking.push(op);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' });
    }
    expect(lacking).toEqual([]);
    expect(window.faults).toEqual([]);
  });

  it.each(['addTextClip', 'addTrack', 'splitClip', 'addLowerThird', 'replaceText', 'addBackground'])(
    '%s is made by its form',
    async (op) => {
      const before = (await projectOf(service, projectId)).rev;
      await page.getByTestId('ruler').click({ position: { x: 60, y: 12 } });
      await page
        .getByRole('button', { name: /^(Opening|Begin), / })
        .first()
        .click();
      await openForm(op);
      for (const [label, value] of TYPED[op] ?? []) {
        const control = page.getByRole('dialog').getByLabel(label, { exact: false }).first();
        await control.fill(value);
        await control.blur();
      }
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' });
      await page.locator('[data-connection=saved]').waitFor();
      await expect.poll(async () => (await projectOf(service, projectId)).rev).toBe(before + 1);
      expect(window.faults).toEqual([]);
    },
  );

  it('is refused in words when it makes no sense', async () => {
    await openForm('rollEdit');
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/lacks/);
    await window.picture('editor-refused');
    expect(await window.accessibility()).toEqual([]);
    await page.keyboard.press('Escape');
  });
});
