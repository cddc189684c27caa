import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { beforeEach, describe, expect, it } from 'vitest';
import { hasBrowser, installBrowser, installFirefox, installSpeech } from './optional-programs.mjs';
import { planInstall } from './system-packages.mjs';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

describe('the browser', () => {
  const search = path.resolve(import.meta.dirname, '../../../compositor/src/chromium/find-main.ts');

  it('is looked for as renders do', async () => {
    const before = process.env.CHROMIUM_PATH;
    const own = path.join(folder, 'browser');
    await writeFile(own, '#!/bin/sh\n');
    try {
      process.env.CHROMIUM_PATH = own;
      expect(hasBrowser(process.execPath, search)).toBe(false);
      await chmod(own, 0o755);
      expect(hasBrowser(process.execPath, search)).toBe(true);
    } finally {
      if (before === undefined) delete process.env.CHROMIUM_PATH;
      else process.env.CHROMIUM_PATH = before;
    }
  });

  it('is installed on Linux only, and nothing fails without it', async () => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const install = () => Promise.reject(new Error('Unable to locate package chromium\nE: more'));
    await installBrowser(say, { platform: 'linux', install });
    expect(said).toEqual([expect.stringMatching(/not installed \(Unable to locate package chromium\); html clips/)]);
    await installBrowser(say, { platform: 'darwin', install: () => Promise.reject(new Error('must not be called')) });
    expect(said[1]).toContain('there is no browser');
    await installBrowser(say, { platform: 'linux', install: () => Promise.resolve() });
    expect(said).toHaveLength(2);
  });

  it('is the headless shell, or the whole of Chromium where there is no such package', async () => {
    const asked: string[] = [];
    const install = (program: string) => {
      asked.push(program);
      return program === 'chromium' ? Promise.resolve() : Promise.reject(new Error('Unable to locate package'));
    };
    const said: string[] = [];
    await installBrowser((line) => said.push(line), { platform: 'linux', install });
    expect(asked).toEqual(['chromium-headless-shell', 'chromium']);
    expect(said).toEqual([]);
  });
});

describe('Firefox', () => {
  it('is installed on Linux only, and nothing fails without it', async () => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const install = () => Promise.reject(new Error('Unable to locate package firefox-esr\nE: more'));
    await installFirefox(say, { platform: 'linux', install });
    await installFirefox(say, { platform: 'darwin', install: () => Promise.reject(new Error('must not be called')) });
    await installFirefox(say, { platform: 'linux', install: () => Promise.resolve() });
    expect(said).toEqual([
      expect.stringMatching(
        /not installed \(Unable to locate package firefox-esr\); the tests in Firefox are left out/,
      ),
      expect.stringMatching(/there is no Firefox; .*FIREFOX_PATH/),
    ]);
  });
});

describe('programs of speech', () => {
  it('are installed on Linux only, and nothing fails without them', async () => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    const install = () => Promise.reject(new Error('Unable to locate package pocketsphinx\nE: more'));
    await installSpeech(say, { platform: 'linux', install });
    expect(said).toEqual([
      expect.stringMatching(
        /not installed \(Unable to locate package pocketsphinx\); the tests of speech are left out/,
      ),
    ]);
    await installSpeech(say, { platform: 'darwin', install: () => Promise.reject(new Error('must not be called')) });
    expect(said[1]).toContain('the tests of speech are left out');
    await installSpeech(say, { platform: 'linux', install: () => Promise.resolve() });
    expect(said).toHaveLength(2);
  });

  it('come with the English model, without which they hear nothing', () => {
    const machine = { platform: 'linux', root: true, apt: true, brew: false, sudo: false };
    const [, install] = planInstall(['pocketsphinx_continuous'], machine).commands ?? [];
    expect(install?.slice(-2)).toEqual(['pocketsphinx', 'pocketsphinx-en-us']);
  });
});
