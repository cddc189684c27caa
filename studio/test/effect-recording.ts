import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '@framemill/testing/browser';
import { startService } from '@framemill/testing/service';
import type { Page } from 'playwright-core';

// Records the editor while a parameter of an effect is dragged, as studio/effect.webp, which Framemill renders:
// node studio/test/effect-recording.ts.

const studio = path.resolve(import.meta.dirname, '..');
const root = path.dirname(studio);
const media = path.join(root, 'infra/bootstrap/sample/media');
const fps = 12;
const shown = { width: 960, height: 540 };
const most = 2_000_000;

const service = await startService({ slots: 1 });
const browser = await launchBrowser();
const folder = mkdtempSync(path.join(tmpdir(), 'framemill-recording-'));
try {
  const video = await service.upload(path.join(media, 'aurora.mp4'));
  await service.ingested(video.id);
  const { project } = await service.call('POST', '/v1/projects', {
    name: 'Northern lights',
    commands: [
      { op: 'addClip', type: 'video', src: video.id, start: 0, duration: 5, trackIndex: 0 },
      {
        ...{ op: 'addTextClip', text: 'Northern lights', start: 0, duration: 5 },
        style: { fontFamily: 'Playfair Display', fontSize: 120, fontStyle: 'italic' },
      },
      { op: 'addEffect', clipId: '$0.clipId', type: 'kaleidoscope' },
    ],
  });
  const context = await browser.newContext({ colorScheme: 'dark', viewport: { width: 1280, height: 720 } });
  const { email, password } = service.demo;
  const origin = { origin: service.apiHost };
  await context.request.post(`${service.apiHost}/api/auth/sign-in`, { data: { email, password }, headers: origin });
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('framemill-preview', 'exact'));
  await page.goto(`${service.apiHost}/studio/projects/${project.id}/edit`);
  await page.locator('[data-engine=shown] canvas').waitFor();
  await page.getByRole('button', { name: /^aurora/ }).click();
  const stack = page.getByRole('region', { name: 'Effects', exact: true });
  await stack.getByRole('button', { name: /^Kaleidoscope/ }).click();
  const angle = stack.getByLabel('Angle', { exact: true });
  await angle.scrollIntoViewIfNeeded();
  const frames = await dragged(page, angle, folder);
  const clips = frames.map((src, index) => ({
    ...{ op: 'addClip', type: 'image', src, start: index / fps, duration: 1 / fps, trackIndex: 0 },
  }));
  const commands = [{ op: 'setProjectSettings', ...shown, fps }, ...clips];
  const document = path.join(folder, 'project.json');
  writeFileSync(document, JSON.stringify({ name: 'Recording', commands }));
  const out = path.join(studio, 'effect.webp');
  const line = ['cli/src/main.ts', 'render', document, '-o', out, '--no-cache'];
  const { status, stderr } = spawnSync(process.execPath, line, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const { length } = readFileSync(out);
  if (length > most) throw new Error(`The recording has ${length} bytes, more than ${most}.`);
  console.info(`${frames.length} frames, ${length} bytes`);
} finally {
  await browser.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Drags a number field to the right and back. Returns the files of the images of the page, with a pointer. */
async function dragged(page: Page, field: ReturnType<Page['locator']>, folder: string): Promise<string[]> {
  const box = await field.boundingBox();
  if (!box) throw new Error('The field is not shown.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const steps = 24;
  const files: string[] = [];
  for (let step = 0; step <= 2 * steps; step += 1) {
    const offset = 180 * Math.sin((Math.PI * step) / (2 * steps));
    await page.mouse.move(x + offset, y);
    await page.evaluate(showPointer, [x + offset, y] as const);
    // The engine draws the frame of each move; the page has no event for it.
    await page.waitForTimeout(400);
    files.push(path.join(folder, `${String(step).padStart(2, '0')}.png`));
    await page.screenshot({ path: files.at(-1) ?? '' });
  }
  await page.mouse.up();
  return files;
}

/** Draws a mouse pointer, which screenshots do not have. Runs in the page. */
function showPointer([left, top]: readonly [number, number]): void {
  let pointer = document.querySelector<HTMLElement>('#pointer');
  if (!pointer) {
    pointer = Object.assign(document.createElement('div'), { id: 'pointer' });
    const shape = 'polygon(0 0, 0 82%, 24% 62%, 42% 100%, 58% 92%, 42% 56%, 72% 56%)';
    const place = { position: 'fixed', width: '18px', height: '24px', zIndex: '999', pointerEvents: 'none' };
    Object.assign(pointer.style, { ...place, background: 'white', clipPath: shape });
    document.body.append(pointer);
  }
  Object.assign(pointer.style, { left: `${left}px`, top: `${top}px` });
}
