import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
// biome-ignore lint/style/noRestrictedImports: a server that pages must not reach
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findBrowser, openBrowser } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'browser-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const here = findBrowser();
if (here === null) console.warn('browser: parts skipped, this machine has no Chromium');

function program(name: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '#!/bin/sh\nexit 3\n');
  chmodSync(path, 0o755);
  return path;
}

function writeScript(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function moduleName(file: string): string {
  return JSON.stringify(new URL(file, import.meta.url).href);
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

  it('is a headless shell wherever it is on PATH, rather than one with an interface', () => {
    program('a/google-chrome');
    const shell = program('c/chromium-headless-shell');
    expect(findBrowser({ PATH: [join(folder, 'a'), join(folder, 'c')].join(':') })).toBe(shell);
  });

  it('is not silently another one when CHROMIUM_PATH is wrong', () => {
    expect(() => findBrowser({ CHROMIUM_PATH: join(folder, 'no-such'), PATH: process.env.PATH })).toThrow(
      /CHROMIUM_PATH is ".*no-such", which is not an executable file/,
    );
  });

  it('that does not start is an error with the way out', async () => {
    const executable = program('broken/chromium');
    await expect(openBrowser({ executable })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('HTML_SANDBOX=outer'),
    });
  });

  it('gets a folder although another user left one behind', async () => {
    const base = join(folder, 'temporary');
    const kept = join(base, `framemill-browser-${spawnSync('true').pid}-left`, 'kept');
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, 'file'), '');
    chmodSync(kept, 0o500);
    for (const open of [folder, base]) chmodSync(open, 0o777);
    // Root may remove anything: it becomes nobody for this.
    const script = writeScript(
      'makes-folder.mjs',
      `import { makeProfileFolder } from ${moduleName('open-browser.ts')};
       if (process.getuid?.() === 0) process.setuid(65534);
       process.stdout.write(await makeProfileFolder(null));`,
    );
    const made = spawnSync(process.execPath, [script], { env: { ...process.env, TMPDIR: base }, encoding: 'utf8' });
    chmodSync(kept, 0o700);
    expect(made.stderr).toBe('');
    expect(dirname(made.stdout)).toBe(base);
  });
});

/** Returns the ids of the browser processes that process `pid` started; empty on systems other than Linux. */
function browsersOf(pid: number | undefined): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && commandOf(name).includes(`framemill-browser-${pid}-`),
  );
}

/** Returns the ids of the browser processes that process `pid` started and of all their descendants. */
function childrenOfBrowsers(pid: number): string[] {
  const found = new Set(browsersOf(pid));
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const child of all) if (found.has(statusOf(child).PPid ?? '')) found.add(child);
  }
  return [...found];
}

interface Confined {
  seccomp: string | undefined;
  namespaces: number;
}

/**
 * Returns the isolation of a process by the kernel: its seccomp mode (2: filter) and the nesting depth of its process
 * namespaces.
 */
function confinementOf(pid: string): Confined {
  const { Seccomp, NSpid } = statusOf(pid);
  return { seccomp: Seccomp, namespaces: NSpid?.split(/\s+/).length ?? 0 };
}

function statusOf(pid: string): Record<string, string> {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
    return Object.fromEntries(lines.map((line) => line.split(':').map((part) => part.trim())));
  } catch {
    return {};
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

describe.skipIf(here === null)('a browser that was started', () => {
  it('keeps its pages in its sandbox, away from the network and from the disk', async () => {
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
        // Filtered system calls, and a process namespace of its own: it sees no process but the sandbox's. One that has
        // just begun is not there yet.
        const outer = confinementOf(String(process.pid)).namespaces;
        const pages = () => childrenOfBrowsers(process.pid).filter((pid) => commandOf(pid).includes('--type=renderer'));
        const isHeld = ({ seccomp, namespaces }: Confined) => seccomp === '2' && namespaces > outer;
        expect(pages()).not.toEqual([]);
        await expect
          .poll(() =>
            pages()
              .map(confinementOf)
              .filter((page) => !isHeld(page)),
          )
          .toEqual([]);
      }
      const greedy = await browser.newPage();
      await greedy.setContent('<a download="much" href="data:application/octet-stream,much">x</a>');
      const [download] = await Promise.all([greedy.waitForEvent('download'), greedy.click('a')]);
      expect(await download.failure()).not.toBeNull();
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

  it('ends with the process that started it, which signals still end at once', async () => {
    const text = `import { openBrowser } from ${moduleName('index.ts')}; await openBrowser(); process.send('open');`;
    const child = fork(writeScript('starts-browser.mjs', text));
    await once(child, 'message');
    if (process.platform === 'linux') expect(browsersOf(child.pid)).not.toEqual([]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    await expect.poll(() => browsersOf(child.pid)).toEqual([]);
  });
});
