import { describe, expect, it } from 'vitest';
import { installSpeech } from './speech.mjs';
import { planInstall } from './system-packages.mjs';

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
