import { catalogue } from '@framemill/compositor/capabilities';
import { hasBrowserFor } from '@framemill/testing/browser';
import { ffmpegSpeaks } from '@framemill/testing/ffmpeg';
import { forSuite } from '@framemill/testing/for-suite';
import { applyCommands, batchIds, type Document } from '@framemill/timeline';
import { COMMAND_EXAMPLES, type NamedExample } from '@framemill/timeline/examples';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_ENTRIES, commandEntry } from '../src/editor/commands/registry.ts';
import { documentOf, type ExampleFilm, makeExampleFilm } from './commands/example-film.ts';
import { fillFields } from './commands/fill-form.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

/** Commands whose result only the service can compute, from measured audio, files or the script engine. */
const BY_SERVICE = new Set(['runScript', 'autoDuck', 'trimSilence', 'normalizeAudio', 'importSubtitles']);
if (!ffmpegSpeaks) console.warn('skipped: autoDuck changes nothing, this ffmpeg has no voices (filter flite)');
/**
 * Commands of which only the form is tested, not the result. `autoDuck` is one of them when ffmpeg cannot synthesise
 * speech.
 */
const FORM_ALONE = new Set(ffmpegSpeaks ? [] : ['autoDuck']);

/** One example of each command: the first in the list of examples. */
const examples: readonly NamedExample[] = COMMAND_ENTRIES.map(({ op }) => {
  const found = COMMAND_EXAMPLES.find((example) => example.op === op);
  if (!found) throw new Error(`${op} has no example.`);
  return found;
});

/** Commands that `npm test` includes: one for each kind of field that a form can have. */
const sample = new Set([...['setTransform', 'setBlendMode', 'setMask', 'setKeyframes', 'addCaptions', 'groupClips']]);

describe.skipIf(!hasBrowserFor('The Studio is'))('every command of the registry', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let film: ExampleFilm;
  let rev: number;
  beforeAll(async () => {
    const { service } = world;
    window = await openWindow(world.browser, service, 'light', await world.signedIn(service.demo));
    page = window.page;
    // Dialogs that come and go 79 times need not be seen moving.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    // What the film looks like is for others to test: it would be laid out and drawn 150 times.
    await page.route(/\/vendor\/stage\.html|\/frame\?/, (route) => route.abort());
    film = await makeExampleFilm(service);
    ({ rev } = film);
    await page.goto(`${service.apiHost}/studio/projects/${film.projectId}/edit`);
    await shows(rev);
  }, 240_000);

  /** Waits until the editor shows a revision and has no unsaved edits. */
  const shows = (wanted: number) => page.locator(`[data-connection=saved][data-rev="${wanted}"]`).waitFor();

  it('is there', () => {
    expect(examples).toHaveLength(79);
  });

  for (const example of examples)
    it(`${example.op} is made by its form`, { tags: sample.has(example.op) ? [] : 'full' }, () => expectMade(example));

  async function expectMade(example: NamedExample): Promise<void> {
    const { op, given = [], params } = example;
    const { properties = {} } = commandEntry(op).params;
    await putBack();
    let before = film.document;
    if (given.length > 0) before = await prepare(film.translated({ ...example, given: [] }, before)(given) as object[]);
    const values = Object(film.translated(example, before)(params));
    await shows(rev);

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill(op);
    await page.locator(`#command-${op}`).click();
    const dialog = page.getByRole('dialog');
    const apply = dialog.getByRole('button', { name: 'Apply' });
    await apply.waitFor();
    const controls = await dialog.locator('input:not([type=color]), select, textarea, fieldset').count();
    expect(controls).toBeGreaterThanOrEqual(Object.keys(properties).length);
    expect(await namesOfApi(dialog)).toEqual([]);
    if (FORM_ALONE.has(op)) return await page.keyboard.press('Escape');
    await fillFields(dialog.locator('form > div').first(), properties, values);
    await apply.click();
    await apply.or(dialog.getByRole('alert')).waitFor({ state: 'detached' });
    await shows(rev + 1);

    const { entries } = await world.service.call('GET', `/v1/projects/${film.projectId}/commands?since=${rev}`);
    expect(entries).toHaveLength(1);
    expect(entries[0].commands).toEqual([{ op, ...values }]);
    const { document: after } = await documentOf(world.service, film.projectId);
    rev += 1;
    if (BY_SERVICE.has(op)) return expect(after).not.toEqual(before);
    const newId = batchIds(entries[0].batchId);
    const { media, mediaName } = film;
    const { document } = applyCommands(before, entries[0].commands, { catalogue, media, mediaName, newId });
    expect(after).toEqual(document);
  }

  it('is refused in words when it makes no sense', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('rollEdit');
    await page.locator('#command-rollEdit').click();
    await page.getByRole('button', { name: 'Apply' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/lacks/);
    await window.screenshot('editor-refused');
    expect(await window.accessibility()).toEqual([]);
    await page.keyboard.press('Escape');
    expect(window.faults).toEqual([]);
  });

  /** Restores the project to the content that the examples start from, with an API call instead of the editor. */
  async function putBack(): Promise<void> {
    const path = `/v1/projects/${film.projectId}/restore`;
    ({ rev } = await world.service.call('POST', path, { rev: film.rev }));
  }

  async function prepare(commands: object[]): Promise<Document> {
    await world.service.call('POST', `/v1/projects/${film.projectId}/commands`, { commands, atomic: true });
    const read = await documentOf(world.service, film.projectId);
    ({ rev } = read);
    return read.document;
  }
});

/** Returns the options of a form that are labelled with their name in the API, such as `easeInOut`. */
function namesOfApi(form: Locator): Promise<string[]> {
  return form
    .locator('option')
    .evaluateAll((options: HTMLOptionElement[]) =>
      options.flatMap(({ value, text }) => (value === text && /[a-z][A-Z]|[_-]/.test(value) ? [value] : [])),
    );
}
