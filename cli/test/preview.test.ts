import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser, type OpenBrowser, openBrowser } from '@framemill/compositor/chromium';
import { faviconPath } from '@framemill/compositor/page';
import { decode } from '@framemill/testing/images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPreviewServer } from '../src/preview/preview-server.ts';
import { initProject } from '../src/project/init-project.ts';

const command = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const output = join(import.meta.dirname, '../test-output/preview');
if (findBrowser() === null) console.warn('Skipped: the preview of a project file, because there is no Chromium here.');

let folder: string;
let browser: OpenBrowser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-preview-test-'));
  mkdirSync(output, { recursive: true });
  if (findBrowser() !== null) browser = await openBrowser({ network: 'local' });
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('answers with the icon that full browsers ask for', async () => {
  const server = await startPreviewServer('a film', 0);
  try {
    const answer = await fetch(new URL('/favicon.ico', server.url));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(faviconPath));
  } finally {
    await server.close();
  }
});

it.skipIf(findBrowser() === null)(
  'shows a project, shows each save of it, and says over it what is wrong with the file',
  async () => {
    const { project } = await initProject('promo', join(folder, 'promo'));
    const child = spawn(process.execPath, [command, 'preview', project, '--watch', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const news = lines(child.stdout);
    const { url } = JSON.parse(await news());
    expect(JSON.parse(await news())).toMatchObject({ errors: [] });
    const page = await browser.newPage({ width: 640, height: 480, scale: 1 });
    await page.goto(url);
    const film = page.frameLocator('#film');
    await film.locator('#root').waitFor();
    const clock = () => page.locator('#clock').textContent();
    await expect.poll(clock).toBe('0.00 s of 9.00 s');
    await page.locator('#time').fill('4');
    await expect.poll(clock).toBe('4.00 s of 9.00 s');
    const shot = await page.screenshot({ path: join(output, 'film.png') });
    const { data } = await decode(shot);
    expect(new Set(data).size).toBeGreaterThan(100);

    const text = readFileSync(project, 'utf8');
    writeFileSync(project, text.replace('"version": 2', '"version": 7'));
    expect(JSON.parse(await news()).errors).toEqual([expect.stringMatching(/project\.json:\d+:\d+: error: /)]);
    await expect.poll(() => page.locator('#errors').textContent()).toMatch(/project\.json:\d+:\d+: error: .*version/);
    await page.screenshot({ path: join(output, 'error.png') });
    // What was right stays below it.
    expect(await film.locator('#root').count()).toBe(1);

    const whole = JSON.parse(text);
    writeFileSync(project, JSON.stringify({ ...whole, clips: whole.clips.slice(0, 1) }));
    expect(JSON.parse(await news())).toMatchObject({ errors: [] });
    await expect.poll(() => page.locator('#errors').isHidden()).toBe(true);
    await expect.poll(() => film.locator('.group').count()).toBe(1);
    await page.close();
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  },
);

/** Returns a function that resolves with the next line of a stream at each call. */
function lines(stream: NodeJS.ReadableStream): () => Promise<string> {
  const reader = stream[Symbol.asyncIterator]();
  let text = '';
  return async () => {
    while (!text.includes('\n')) text += String((await reader.next()).value);
    const end = text.indexOf('\n');
    const line = text.slice(0, end);
    text = text.slice(end + 1);
    return line;
  };
}
