import path from 'node:path';
import type { Service } from '@framemill/testing/service';
import { similarity } from '@framemill/testing/similarity';
import { zipEntries } from '@framemill/testing/zip-entries';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enginePixels, imagePixels } from './stage-pixels.ts';

/** Size of the service's frames of a project of 1280 by 720. At 50%, the engine draws the same size. */
const FRAME = { width: 640, height: 360 };
/** Minimum similarity. Decoders of browsers and the conversion to RGB differ from those of the service. */
const FLOOR = 0.995;
/** Maximum mean difference of a channel, in levels of 8 bits. The similarity is that of the brightness alone. */
const MOST_DIFFERENCE = 2;

/** Chooses an item of the menu of previews. */
export async function choosePreview(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Exact frame, as rendered' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Opens a new project of 1280 by 720 with the exact preview at 50%. Returns its id. */
export async function openExact(service: Service, page: Page, name: string, commands: object[]): Promise<string> {
  const { project } = await service.call('POST', '/v1/projects', { name, commands });
  const settings = { op: 'setProjectSettings', width: 1280, height: 720 };
  await service.call('POST', `/v1/projects/${project.id}/commands`, { commands: [settings] });
  await page.goto(`${service.apiHost}/studio/projects/${project.id}/edit`);
  await page.locator('[data-connection=saved]').waitFor();
  await page.getByRole('button', { name: 'Preview zoom' }).click();
  await page.getByRole('menuitem', { name: '50%' }).click();
  if ((await page.evaluate(() => localStorage.getItem('framemill-preview'))) === 'page')
    await choosePreview(page, 'Preview: exact');
  await page.locator('[data-engine=shown] canvas').waitFor();
  return project.id;
}

/**
 * Renders a project from the originals at half resolution. Returns its frames as PNG files. `folder` is for its file.
 */
export async function framesOf(service: Service, projectId: string, folder: string): Promise<Buffer[]> {
  const file = path.join(folder, 'frames.zip');
  await service.render({ projectId, format: 'png-sequence', resolution: 'half' }, file);
  return zipEntries(file).map(({ bytes }) => bytes);
}

/** Expects that the canvas of the engine shows `frame`, a PNG file, with the same brightness and colours. */
export async function expectFrame(page: Page, frame: Buffer | undefined): Promise<void> {
  if (!frame) throw new Error('The render has no such frame.');
  const exact = await imagePixels(page, frame, 'png', FRAME);
  let [value, difference] = [0, 0];
  await expect
    .poll(async () => {
      const shown = await enginePixels(page, FRAME);
      value = similarity(exact, shown);
      difference = meanDifference(exact.data, shown.data);
      return value > FLOOR && difference < MOST_DIFFERENCE ? 'the frame' : `${value.toFixed(4)}, ${difference} levels`;
    })
    .toBe('the frame');
  console.info(`exact preview: ${value.toFixed(4)}, ${difference.toFixed(2)} levels`);
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, level, index) => sum + Math.abs(level - (b[index] ?? 0)), 0) / a.length;
}
