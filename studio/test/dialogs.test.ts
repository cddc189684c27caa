import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsTo, newProject, uploadTone } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

/** Pages over whose first dialog `npm test` looks: those whose dialogs have most kinds of controls. */
const sample = new Set(['/', 'editor']);

/** Test case for one dialog: its name, the address of the page that opens it, and a function that opens it there. */
type Row = [name: string, address: string, open: () => Promise<void>];

describe.skipIf(!hasBrowserFor('The Studio is'))('every dialog', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let projectId: string;
  let webhookId: string;
  beforeAll(async () => {
    const { service, browser } = world;
    window = await openWindow(browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    // Dialogs come in from half transparent otherwise.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    projectId = await newProject(service);
    const src = await uploadTone(service, 1, 'beep.wav');
    await commandsTo(service, projectId, [{ op: 'addClip', type: 'audio', src, start: 0, duration: 1 }]);
    await service.call('POST', '/v1/workspaces', { name: 'Dialogs' });
    await world.newAccount('dialogs@example.com', { name: 'Dialog Owner', isPlain: true });
    const sent = { data: { url: 'http://127.0.0.1/hooks' }, headers: { origin: service.apiHost } };
    const made = await window.context.request.post(`${service.apiHost}/api/developer/webhooks`, sent);
    webhookId = (await made.json()).endpoint.id;
  });

  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
  const choose = async (menu: string | RegExp, item: string) => {
    await press(menu);
    await page.getByRole('menuitem', { name: item }).click();
  };
  const MORE_PROJECT = 'More actions for Test film';
  const MORE_FILE = 'More actions for beep.wav';
  const MORE_ACCOUNT = 'More actions for Dialog Owner';
  const webhook = 'webhook';
  const rows: Row[] = [
    ['a new name of a project', '/', () => choose(MORE_PROJECT, 'Rename')],
    ['a move of a project', '/', () => choose(MORE_PROJECT, 'Move to workspace')],
    ['a question before deleting', '/', () => choose(MORE_PROJECT, 'Delete')],
    ['a new workspace', '/workspaces', () => press('New workspace')],
    ['a new name of a workspace', '/workspaces', () => choose('More actions for Dialogs', 'Rename')],
    ['a render of a project', 'project', () => press('Render')],
    ['a file from an address', 'project', () => press('Import from URL')],
    ['a file to delete', 'project', () => choose(MORE_FILE, 'Delete')],
    ['a new app', '/console/apps', () => press('New app')],
    ['a new key', '/console/keys', () => press('New API key')],
    ['a key to revoke', '/console/keys', () => press('Revoke')],
    [
      'a key that is shown once',
      '/console/keys',
      async () => {
        await press('New API key');
        await press('Create key');
        await page.getByRole('button', { name: 'Done' }).waitFor();
      },
    ],
    ['a new destination', '/console/destinations', () => press('New destination')],
    ['a new webhook', '/console/webhooks', () => press('New endpoint')],
    ['a webhook', webhook, () => choose(/^More/, 'Edit')],
    ['a new secret', webhook, () => choose(/^More/, 'Rotate')],
    ['a new account', '/operators/accounts', () => press('New account')],
    ['limits of an account', '/operators/accounts', () => choose(MORE_ACCOUNT, 'Edit')],
    ['a suspension', '/operators/accounts', () => choose(MORE_ACCOUNT, 'Suspend')],
    ['an erasure', '/operators/accounts', () => choose(MORE_ACCOUNT, 'Erase')],
    ['a render in the editor', 'editor', () => press('Render')],
    ['the keys', 'editor', () => page.keyboard.press('?')],
    ['the commands', 'editor', () => page.keyboard.press('Control+k')],
    [
      'a command',
      'editor',
      async () => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Find a command' }).fill('addKeyframe');
        await page.locator('#command-addKeyframe').click();
        await page.getByRole('button', { name: 'Apply' }).waitFor();
      },
    ],
    ['media from an address', 'editor', () => choose('Add', 'Import from URL')],
    ['a search of stock', 'editor', () => choose('Add', 'Search stock media')],
    ['something to generate', 'editor', () => choose('Add', 'Generate')],
    ['uses of a file', 'editor', () => choose(MORE_FILE, 'Where used')],
    ['another file in its place', 'editor', () => choose(MORE_FILE, 'Replace everywhere')],
    ['media to delete', 'editor', () => choose(MORE_FILE, 'Delete')],
  ];
  let shown = '';
  for (const [index, [name, at, open]] of rows.entries()) {
    // Dialogs are made of the same parts: the first one over each page is looked at in both themes. `npm test` does so
    // over some of the pages.
    const isFirst = at !== rows[index - 1]?.[1];
    const options = { tags: isFirst && sample.has(at) ? [] : 'full' };
    it(`${name} has no serious finding, and its controls are reached by keys`, options, async () => {
      const themes = isFirst ? (['dark', 'light'] as const) : (['dark'] as const);
      if (at !== shown) await go(at);
      shown = '';
      await open();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first();
      await dialog.waitFor();
      for (const colorScheme of themes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // Colours that are still changing would be measured in between.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
        const look = colorScheme === 'dark' ? window.accessibility : window.contrast;
        expect(await look('[role=dialog], [role=alertdialog]')).toEqual([]);
      }
      await window.screenshot(`dialog-${name.replaceAll(' ', '-')}`);
      expect(await reachedByTab(page)).toEqual([]);
      await page.keyboard.press('Escape');
      // The first one took a tooltip away, where the focus was on a button with one.
      if (await dialog.isVisible()) await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(window.faults).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      shown = at;
    });
  }

  async function go(at: string): Promise<void> {
    if (at === 'editor') {
      await page.goto(`${world.service.apiHost}/studio/projects/${projectId}/edit`);
      await page.locator('[data-connection=saved]').waitFor();
      await page.getByRole('button', { name: MORE_FILE }).first().waitFor();
    } else if (at === 'project') await window.open(`/projects/${projectId}`);
    else await window.open(at === webhook ? `/console/webhooks/${webhookId}` : at);
  }
});

/**
 * Presses Tab through all controls of the topmost dialog. Returns the controls that never had the focus, and elements
 * outside the dialog that had it.
 */
async function reachedByTab(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
    const controls = [
      ...(dialog?.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href], summary') ?? []),
    ];
    const wanted = controls.filter((one) => {
      const isOff = one.matches(':disabled') || one.tabIndex < 0 || !one.checkVisibility({ visibilityProperty: true });
      // Of a group of radios one is reached by Tab, the others by arrows.
      return !isOff && !(one instanceof HTMLInputElement && one.type === 'radio' && !one.checked);
    });
    for (const one of wanted) one.dataset.unreached = '';
    return wanted.length;
  });
  expect(count).toBeGreaterThan(0);
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog], [role=alertdialog]'));
  const outside: string[] = [];
  for (let press = 0; press <= count + 8; press += 1) {
    await page.keyboard.press('Tab');
    const went = await page.evaluate(async () => {
      const isInside = () => document.activeElement?.closest('[role=dialog], [role=alertdialog]');
      // At its ends the dialog takes the focus back a moment later.
      for (let frame = 0; frame < 30 && !isInside(); frame += 1) await new Promise(requestAnimationFrame);
      const { activeElement: at } = document;
      if (at instanceof HTMLElement) delete at.dataset.unreached;
      return isInside() || at === document.body ? '' : (at?.outerHTML ?? '');
    });
    // The guards at both ends hand the focus back to the other end.
    if (went !== '' && !went.includes('data-base-ui-focus-guard')) outside.push(`outside: ${went.slice(0, 120)}`);
  }
  const missed = await page.evaluate(() =>
    [...document.querySelectorAll('[data-unreached]')].map((one) => `not reached: ${one.outerHTML.slice(0, 160)}`),
  );
  return [...outside, ...missed];
}
