import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '@framemill/testing/browser';
import { startService } from '@framemill/testing/service';
import { zipEntries } from '@framemill/testing/zip-entries';
import type { Browser, Page } from 'playwright-core';

// Records the exact preview while it plays a film with effects, beside the frames of a render at the same times, as
// studio/stage.webp: node studio/test/stage-recording.ts. Needs ffmpeg.

const studio = path.resolve(import.meta.dirname, '..');
const media = path.join(studio, '../infra/bootstrap/sample/media');
const fps = 30;
const seconds = 6;
/** Frames of the recording per second. */
const shownFps = 10;
const size = { width: 480, height: 270 };
const label = 26;

const service = await startService({ slots: 1 });
const browser = await launchBrowser();
const folder = mkdtempSync(path.join(tmpdir(), 'framemill-recording-'));
try {
  const names = ['ocean.mp4', 'aurora.mp4', 'logo.png'];
  const [ocean, aurora, logo] = await Promise.all(names.map((name) => service.upload(path.join(media, name))));
  for (const file of [ocean, aurora, logo]) await service.ingested(file?.id ?? '');
  const { project } = await service.call('POST', '/v1/projects', {
    name: 'Recording',
    commands: [
      { op: 'addClip', type: 'video', src: ocean?.id, start: 0, duration: 3, trackIndex: 0 },
      { op: 'addClip', type: 'video', src: aurora?.id, start: 3, duration: 3, trackIndex: 0 },
      { op: 'setTransition', clipId: '$1.clipId', type: 'zoom-blur', duration: 1 },
      { op: 'setColorGrade', clipId: '$0.clipId', grade: { saturation: 0.3, contrast: 0.2, temperature: 0.2 } },
      { op: 'addEffect', clipId: '$1.clipId', type: 'glow' },
      { op: 'addSticker', src: logo?.id, start: 0, duration: seconds, x: -420, y: -230, scale: 0.5 },
      {
        op: 'addTextClip',
        text: 'Drawn in the browser',
        start: 0.5,
        duration: 5,
        style: { fontSize: 84, fontWeight: 700 },
      },
      { op: 'setTextAnimation', clipId: '$6.clipId', name: 'rise', unit: 'character', duration: 0.6, stagger: 0.05 },
      { op: 'addEffect', clipId: '$6.clipId', type: 'drop-shadow', params: { x: 6, y: 8, blur: 12 } },
      { op: 'setProjectSettings', width: 1280, height: 720, fps },
    ],
  });
  const archive = path.join(folder, 'frames.zip');
  await service.render({ projectId: project.id, format: 'png-sequence', resolution: 'half' }, archive);
  const rendered = zipEntries(archive).map(({ bytes }) => bytes);

  const page = await signedInPage(browser);
  await page.goto(`${service.apiHost}/studio/projects/${project.id}/edit`);
  await page.locator('[data-engine=shown] canvas').waitFor();
  await page.getByRole('button', { name: 'Preview zoom' }).click();
  await page.getByRole('menuitem', { name: '50%' }).click();
  // The second run plays from files that are loaded.
  for (let run = 0; run < 2; run += 1) {
    await page.evaluate(() => Reflect.get(globalThis, 'taken').splice(0));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 100_000 });
  }
  const taken: { atSec: number; png: string }[] = await page.evaluate(() => Reflect.get(globalThis, 'taken'));
  if (taken.length < 10) throw new Error(`Only ${taken.length} frames were played.`);
  for (let shown = 0; shown < seconds * shownFps; shown += 1) {
    const frame = Math.floor(((shown + 0.5) * fps) / shownFps);
    const played = taken.findLast(({ atSec }) => atSec * fps < frame + 1) ?? taken[0];
    const cells = [played?.png ?? '', `data:image/png;base64,${rendered[frame]?.toString('base64')}`];
    await pair(page, cells, path.join(folder, `${String(shown).padStart(3, '0')}.png`));
  }
  const encode = ['-framerate', String(shownFps), '-i', path.join(folder, '%03d.png'), '-loop', '0'];
  const out = path.join(studio, 'stage.webp');
  const quality = ['-c:v', 'libwebp_anim', '-quality', '60', '-compression_level', '6'];
  const { status, stderr } = spawnSync('ffmpeg', ['-y', '-v', 'error', ...encode, ...quality, out]);
  if (status !== 0) throw new Error(String(stderr));
  console.info(`${taken.length} of ${seconds * fps} frames played; ${readFileSync(out).length} bytes`);
} finally {
  await browser.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Opens a signed-in page that keeps each frame which the engine draws, with its time. */
async function signedInPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { email, password } = service.demo;
  const origin = { origin: service.apiHost };
  await context.request.post(`${service.apiHost}/api/auth/sign-in`, { data: { email, password }, headers: origin });
  const page = await context.newPage();
  await page.addInitScript((frame) => {
    if (self !== top) return;
    localStorage.setItem('framemill-preview', 'exact');
    const taken: { atSec: number; png: string }[] = [];
    Reflect.set(globalThis, 'taken', taken);
    const OwnWorker = Worker;
    globalThis.Worker = class extends OwnWorker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        const times = new Map<number, number>();
        const post = this.postMessage.bind(this) as (...given: unknown[]) => void;
        this.postMessage = (...given: unknown[]) => {
          const [message] = given as [{ type: string; id: number; atSec: number }];
          if (message.type === 'draw') times.set(message.id, message.atSec);
          post(...given);
        };
        this.addEventListener('message', ({ data }) => {
          if (data?.type !== 'drawn') return;
          const atSec = times.get(data.id) ?? 0;
          requestAnimationFrame(() => {
            const shown = document.querySelector<HTMLCanvasElement>('[data-engine] canvas');
            const copy = Object.assign(document.createElement('canvas'), frame);
            if (shown) copy.getContext('2d')?.drawImage(shown, 0, 0, frame.width, frame.height);
            taken.push({ atSec, png: copy.toDataURL('image/jpeg', 0.95) });
          });
        });
      }
    };
  }, size);
  return page;
}

/** Writes an image of both frames with their labels. */
async function pair(page: Page, cells: readonly string[], file: string): Promise<void> {
  const data = await page.evaluate(
    async ({ cells, width, height, label }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 2 * width + 8, height: height + label });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.fillStyle = '#16191d';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#e6e9ed';
      context.font = '600 14px Inter, sans-serif';
      for (const [index, source] of cells.entries()) {
        const image = new Image();
        image.src = source;
        await image.decode();
        const left = index * (width + 8);
        context.fillText(['Preview of the editor, playing', 'Render of a node'][index] ?? '', left + 6, 18);
        context.drawImage(image, left, label, width, height);
      }
      return canvas.toDataURL('image/png');
    },
    { cells, ...size, label },
  );
  writeFileSync(file, Buffer.from(data.split(',')[1] ?? '', 'base64'));
}
