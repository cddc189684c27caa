import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import { similarity } from '@framemill/testing/similarity';
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsTo } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { enginePixels, imagePixels } from './stage-pixels.ts';
import { sharedWorld } from './world/shared-world.ts';

/** Fields of a text clip that the tests read. */
interface TextClip {
  id: string;
  start: number;
  textStyle?: { content: string; fontFamily?: string; fontWeight?: number; spans?: { start: number; end: number }[] };
}

/** Minimum similarity of the canvas and a frame of the service, a JPEG. */
const FLOOR = 0.98;
const FRAME = { width: 640, height: 360 };

describe.skipIf(!hasBrowserFor('The Studio is'))('texts on the canvas', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let window: Window;
  let page: Page;
  let input: CDPSession;
  let projectId: string;
  let ids: { title: string; hebrew: string; small: string; turned: string };

  beforeAll(async () => {
    service = world.service;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    input = await window.context.newCDPSession(page);
    const { project, results } = await service.call('POST', '/v1/projects', { name: 'Texts', commands: film });
    projectId = project.id;
    const [, title, hebrew, small, turned] = results.map(
      ({ data }: { data?: { clipId?: string } }) => data?.clipId ?? '',
    );
    ids = { title, hebrew, small, turned };
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await page.locator(`polygon[data-clip="${title}"]`).waitFor({ state: 'attached' });
  });

  const field = () => page.getByLabel('Text on the canvas');
  const bar = () => page.getByRole('toolbar', { name: 'Text format' });
  const key = (chord: string) => page.keyboard.press(chord);
  const typed = () => field().inputValue();
  const markers = () => page.getByRole('button', { name: /^Marker/ }).count();
  const undoLabel = () => page.getByRole('button', { name: /^Undo: / }).getAttribute('aria-label');
  const ended = () => field().waitFor({ state: 'detached' });

  /** Returns a clip as the service has it, when all edits are saved. */
  async function stored(id: string): Promise<TextClip> {
    await page.locator('[data-connection=saved]').waitFor();
    const { project } = await service.call('GET', `/v1/projects/${projectId}?view=document`);
    const clip = project.document.clips.find((one: TextClip) => one.id === id);
    if (!clip) throw new Error(`no clip ${id}`);
    return clip;
  }

  /** Returns the bounds of an element of the page, which may have no width. */
  const boundsOf = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom };
    });

  /** Double-clicks a text, at a fraction of its width. Waits for the caret, and returns the bounds of the text. */
  async function edit(id: string, across = 0.5) {
    const bounds = await boundsOf(`polygon[data-clip="${id}"]`);
    const x = bounds.left + (bounds.right - bounds.left) * across;
    await page.mouse.dblclick(x, (bounds.top + bounds.bottom) / 2);
    await page.locator('[data-caret]').waitFor({ state: 'attached' });
    await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
    return bounds;
  }

  async function caretX(): Promise<number> {
    return (await boundsOf('[data-caret]')).left;
  }

  const range = () =>
    field().evaluate((element) => {
      if (!(element instanceof HTMLTextAreaElement)) throw new Error('no text field');
      return [element.selectionStart, element.selectionEnd];
    });

  it('are edited where they are drawn, and one edit is one undo step', async () => {
    const bounds = await edit(ids.title, 0.99);
    expect(Math.abs((await caretX()) - bounds.right)).toBeLessThan(3);
    await page.keyboard.type(' s t m');
    expect([await typed(), await markers()]).toEqual(['Opening s t m', 0]);
    const drawn = page.frameLocator('iframe[title=Preview]').locator('svg[aria-label="Opening s t m"]');
    await drawn.waitFor({ state: 'attached' });
    await window.screenshot('text-edit');
    expect(await window.accessibility()).toEqual([]);
    const { project } = await service.call('GET', `/v1/projects/${projectId}?view=document`);
    expect(project.document.clips.find(({ id }: TextClip) => id === ids.title)?.textStyle.content).toBe('Opening');
    await key('Escape');
    await ended();
    expect(await page.getByTestId('stage').evaluate((element) => element === document.activeElement)).toBe(true);
    expect((await stored(ids.title)).textStyle?.content).toBe('Opening s t m');
    expect(await undoLabel()).toBe('Undo: Edit text');
    await key('Control+z');
    expect((await stored(ids.title)).textStyle?.content).toBe('Opening');
    // The keys are shortcuts again.
    await key('m');
    await expect.poll(markers).toBe(1);
  });

  it('are edited by keyboard alone: select, replace, lines, emoji, undo within the text', async () => {
    await page.getByTestId('stage').focus();
    await key('Enter');
    await field().waitFor({ state: 'attached' });
    await key('Shift+Home');
    expect(await range()).toEqual([0, 7]);
    await expect.poll(() => page.locator('[data-selected]').count()).toBe(1);
    await page.keyboard.type('Hi 👋🏽');
    const { top } = await boundsOf('[data-caret]');
    await key('Enter');
    await page.keyboard.type('two');
    expect(await typed()).toBe('Hi 👋🏽\ntwo');
    await expect.poll(async () => (await boundsOf('[data-caret]')).top).toBeGreaterThan(top + 5);
    await key('ArrowUp');
    expect((await range())[0]).toBeLessThanOrEqual(7);
    await key('End');
    expect(await range()).toEqual([7, 7]);
    await key('Backspace');
    expect(await typed()).toBe('Hi \ntwo');
    await key('Control+z');
    expect(await typed()).toBe('Hi 👋🏽\ntwo');
    await key('Control+Shift+z');
    await key('Control+z');
    await key('Control+z');
    expect(await typed()).not.toContain('two');
    await key('Control+y');
    await key('Escape');
    await ended();
    expect((await stored(ids.title)).textStyle?.content).toBe('Hi 👋🏽\ntwo');
    await key('Control+z');
    expect((await stored(ids.title)).textStyle?.content).toBe('Opening');
  });

  it('take what an input method composes', async () => {
    await edit(ids.title, 0.99);
    await input.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await page.locator('[data-composed]').first().waitFor({ state: 'attached' });
    expect(await typed()).toBe('Openingにほん');
    // While it composes, keys belong to the input method.
    await input.send('Input.insertText', { text: '日本' });
    await expect.poll(typed).toBe('Opening日本');
    await expect.poll(() => page.locator('[data-composed]').count()).toBe(0);
    await key('Control+z');
    expect(await typed()).toBe('Opening');
    await key('Control+y');
    await key('Escape');
    await ended();
    expect((await stored(ids.title)).textStyle?.content).toBe('Opening日本');
    await key('Control+z');
    expect((await stored(ids.title)).textStyle?.content).toBe('Opening');
  });

  it('run from right to left', async () => {
    const bounds = await edit(ids.hebrew, 0.01);
    expect(await range()).toEqual([4, 4]);
    expect(Math.abs((await caretX()) - bounds.left)).toBeLessThan(3);
    await key('Home');
    await expect.poll(async () => Math.abs((await caretX()) - bounds.right)).toBeLessThan(3);
    // A drag over all letters selects them.
    const y = (bounds.top + bounds.bottom) / 2;
    await page.mouse.move(bounds.right - 1, y);
    await page.mouse.down();
    await page.mouse.move(bounds.left + 20, y, { steps: 4 });
    await page.mouse.move(bounds.left + 1, y, { steps: 4 });
    await page.mouse.up();
    expect(await range()).toEqual([0, 4]);
    await page.keyboard.type('עולם');
    expect(await typed()).toBe('עולם');
    await key('Escape');
    await ended();
    expect((await stored(ids.hebrew)).textStyle?.content).toBe('עולם');
  });

  it('are edited at rest where they are turned, larger and about to be typed', async () => {
    const bounds = await boundsOf(`polygon[data-clip="${ids.turned}"]`);
    await page.mouse.dblclick((bounds.left + bounds.right) / 2, bounds.bottom - 1);
    await expect.poll(range).toEqual([4, 4]);
    const caret = await boundsOf('[data-caret]');
    // Turned by a quarter, the caret is a horizontal line at the lower end.
    expect(Math.abs(caret.top - bounds.bottom)).toBeLessThan(3);
    expect(caret.bottom - caret.top).toBeLessThan(1);
    expect(caret.right - caret.left).toBeGreaterThan(20);
    await page.keyboard.type('s');
    await window.screenshot('text-turned');
    await key('Escape');
    await ended();
    expect((await stored(ids.turned)).textStyle).toMatchObject({
      content: 'Turns',
      animation: { in: { name: 'typewriter' } },
    });
  });

  it('are formatted in part, and keep that when letters before are typed', async () => {
    await edit(ids.small, 0.9);
    const area = await boundsOf('[data-text-area]');
    const at = { x: area.left + (area.right - area.left) * 0.75, y: (area.top + area.bottom) / 2 };
    await page.mouse.dblclick(at.x, at.y);
    expect(await range()).toEqual([4, 7]);
    await bar().getByRole('button', { name: 'Bold' }).click();
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
    const inspector = page.getByRole('tabpanel').filter({ hasText: 'Applies to the selected part.' });
    expect(await inspector.getByRole('button', { name: 'Bold' }).getAttribute('aria-pressed')).toBe('true');
    await inspector.getByRole('button', { name: 'Underline' }).click();
    await key('Home');
    await page.keyboard.type('so ');
    // A press outside of the text and its controls ends the edit.
    await page.getByTestId('timecode').click();
    await ended();
    const { textStyle } = await stored(ids.small);
    expect(textStyle?.content).toBe('so two big');
    expect(textStyle?.spans).toEqual([{ start: 7, end: 10, fontWeight: 700, textDecoration: 'underline' }]);
    await page.getByRole('button', { name: 'Undo: Edit text' }).click();
    const before = await stored(ids.small);
    expect([before.textStyle?.content, before.textStyle?.spans]).toEqual(['two big', undefined]);
  });

  it('have the fonts and weights that exist, and name what is drawn instead of others', async () => {
    await edit(ids.small, 0.5);
    await bar().getByRole('button', { name: 'Font: Inter' }).click();
    await page.getByRole('combobox', { name: 'Find a font' }).fill('anton');
    await window.screenshot('text-fonts');
    await page.getByRole('option', { name: 'Anton' }).click();
    await bar().getByRole('button', { name: 'Font: Anton' }).waitFor();
    expect(await bar().getByLabel('Font weight').isDisabled()).toBe(true);
    expect(await bar().getByRole('button', { name: 'Bold' }).isDisabled()).toBe(true);
    await expect.poll(() => field().evaluate((element) => element === document.activeElement)).toBe(true);
    await bar().getByRole('button', { name: 'Shadow' }).click();
    const shadow = page.getByRole('dialog', { name: 'Shadow' });
    await shadow.getByRole('switch', { name: 'Shadow' }).click();
    await shadow.getByRole('textbox', { name: 'Blur' }).waitFor();
    await window.screenshot('text-shadow');
    await key('Escape');
    await shadow.waitFor({ state: 'detached' });
    await key('Escape');
    await ended();
    expect((await stored(ids.small)).textStyle).toMatchObject({ fontFamily: 'Anton', shadow: { opacity: 0.6 } });
    const style = { fontFamily: 'Papyrus' };
    await commandsTo(service, projectId, [{ op: 'setTextStyle', clipIds: [ids.small], style }]);
    await page.getByText('The font “Papyrus” is not available. Inter is used instead.').waitFor();
    await window.screenshot('text-inspector');
    expect(await window.accessibility()).toEqual([]);
  });

  it('are added from a gallery, at the playhead', async () => {
    await page.getByRole('tab', { name: 'Titles' }).click();
    const titles = page.getByRole('button', { name: /^Add title: / });
    expect(await titles.count()).toBeGreaterThanOrEqual(30);
    await page.evaluate(() => document.fonts.ready);
    await window.screenshot('text-titles');
    expect(await window.accessibility('[role=tabpanel]')).toEqual([]);
    await page.getByLabel('Search titles').fill('neon');
    await page.getByTestId('stage').focus();
    await key('Home');
    await key('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Add title: Neon' }).click();
    await page.getByRole('button', { name: 'Undo: Add title: Neon' }).waitFor();
    await page.locator('[data-connection=saved]').waitFor();
    const { project } = await service.call('GET', `/v1/projects/${projectId}?view=document`);
    const neon = project.document.clips.find(({ textStyle }: TextClip) => textStyle?.content === 'Open late');
    expect(neon).toMatchObject({ start: 1, textStyle: { fontFamily: 'Caveat' } });
    await page.getByRole('button', { name: 'Undo: Add title: Neon' }).click();
  });

  it('are drawn after an edit as the service renders them', async () => {
    const frame = async () => {
      await page.locator('[data-connection=saved]').waitFor();
      const address = `${service.apiHost}/api/studio/projects/${projectId}/preview?format=image&at=0.5`;
      const answer = await window.context.request.get(address);
      return imagePixels(page, await answer.body(), 'jpeg', FRAME);
    };
    await page.getByTestId('stage').focus();
    await key('Home');
    for (let count = 0; count < 15; count += 1) await key('ArrowRight');
    await page.locator('[data-engine=shown] canvas').waitFor();
    const before = await frame();
    await edit(ids.title, 0.5);
    await key('Control+a');
    await bar().getByRole('button', { name: 'Italic' }).click();
    await page.keyboard.type('Ends');
    await key('Escape');
    await ended();
    const exact = await frame();
    let value = 0;
    await expect
      .poll(async () => {
        value = similarity(exact, await enginePixels(page, FRAME));
        return value;
      })
      .toBeGreaterThan(FLOOR);
    console.info(`text after an edit: ${value.toFixed(4)}`);
    expect(similarity(exact, before)).toBeLessThan(FLOOR);
    expect(window.faults).toEqual([]);
  });
});

const film = [
  { op: 'addBackground', color: '#203040', duration: 4 },
  { op: 'addTextClip', text: 'Opening', start: 0, duration: 4, style: { fontSize: 160, fontWeight: 700 } },
  { op: 'addTextClip', text: 'שלום', start: 0, duration: 4, style: { fontSize: 120 }, transform: { y: 250 } },
  { op: 'addTextClip', text: 'two big', start: 0, duration: 4, style: { fontSize: 90 }, transform: { y: -250 } },
  {
    ...{ op: 'addTextClip', text: 'Turn', start: 0, duration: 4, transform: { x: 750, rotation: 90, scale: 1.5 } },
    style: { fontSize: 80, animation: { in: { name: 'typewriter', unit: 'character', stagger: 0.3 } } },
  },
];
