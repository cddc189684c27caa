import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
// biome-ignore lint/style/noRestrictedImports: a server that pages must not reach
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = findBrowser();
if (here === null) console.warn('browser: parts skipped, this machine has no Chromium');
const limitMs = 120_000;

function program(name: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '#!/bin/sh\nexit 3\n');
  chmodSync(path, 0o755);
  return path;
}

describe('the browser of this machine', () => {
  it('is what CHROMIUM_PATH says, else the first one on PATH', () => {
    const chosen = program('own/browser');
    const chrome = program('a/google-chrome');
    const chromium = program('b/chromium');
    const PATH = [join(folder, 'a'), join(folder, 'b')].join(':');
    expect(findBrowser({ CHROMIUM_PATH: chosen, PATH })).toBe(chosen);
    expect(findBrowser({ PATH })).toBe(chrome);
    expect(findBrowser({ PATH: join(folder, 'b') })).toBe(chromium);
  });

  it('is not silently another one when CHROMIUM_PATH is wrong', () => {
    expect(() => findBrowser({ CHROMIUM_PATH: join(folder, 'no-such'), PATH: process.env.PATH })).toThrow(
      /CHROMIUM_PATH is ".*no-such", which cannot be run/,
    );
  });

  it('that does not start is an error with the way out', { timeout: limitMs }, async () => {
    const executable = program('broken/chromium');
    await expect(openBrowser({ executable })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('HTML_SANDBOX=outer'),
    });
  });
});

describe.skipIf(here === null)('a browser that was started', { timeout: limitMs }, () => {
  it('keeps its pages in its sandbox and away from the network', async () => {
    const server = createServer((_, response) => response.end('reached'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    const url = `http://127.0.0.1:${port}/`;
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      expect(
        await page.goto(url).then(
          () => 'reached',
          () => 'refused',
        ),
      ).toBe('refused');
      if (process.platform === 'linux' && browser.isSandboxed) {
        const report = await browser.newPage();
        await report.goto('chrome://sandbox');
        await report.getByText('You are adequately sandboxed').waitFor();
      }
    } finally {
      await browser.close();
    }
    const connected = await openBrowser({ network: 'local' });
    try {
      const page = await connected.newPage();
      await page.goto(url);
      expect(await page.textContent('body')).toBe('reached');
    } finally {
      await connected.close();
      server.close();
    }
  });
});
