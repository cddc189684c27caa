import { readFileSync } from 'node:fs';
import { Codec } from 'node-av/lib';
import { expect, it } from 'vitest';
import { codecLibrary, licenceOf } from './codec-library.ts';

const read = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

// Where this fails after another build was brought, correct what these files say.
it.each(['LICENSE', 'README.md', 'infra/deploy/README.md'])('%s says what the loaded codec library is', (path) => {
  const library = codecLibrary();
  const text = read(path);
  expect(text).toContain(library.licence);
  for (const name of ['libfdk_aac', 'libx264', 'libx265']) {
    if (path === 'infra/deploy/README.md' && name !== 'libfdk_aac') continue;
    expect(text.includes(name), name).toBe(Codec.findEncoderByName(name as never) !== null);
  }
  expect(library.nonfree).toEqual(['libfdk_aac']);
  expect(library.mayBePassedOn).toBe(false);
  expect(text).toMatch(/may not pass on the binary|pass on no image|do not publish them/);
});

it('is configured as LICENSE says, option by option', () => {
  const { configuration } = codecLibrary();
  const [, named = '', denied = ''] =
    /It is configured with (.+?), without (--\S+), and contains/.exec(read('LICENSE')) ?? [];
  expect(named.match(/--[a-z0-9-]+/g)).toEqual(['--enable-gpl', '--enable-version3', '--enable-libfdk-aac']);
  for (const option of named.match(/--[a-z0-9-]+/g) ?? []) expect(configuration).toContain(option);
  expect(denied).toBe('--enable-nonfree');
  expect(configuration).not.toContain(denied);
});

it('is what the label of the images says', () => {
  const label = /image\.licenses="([^"]+)"/.exec(read('infra/deploy/docker/Dockerfile'))?.[1];
  expect(label).toBe(`MIT AND ${codecLibrary().licence} AND FDK-AAC`);
});

it('follows the rules of FFmpeg', () => {
  expect(licenceOf([])).toBe('LGPL-2.1-or-later');
  expect(licenceOf(['--enable-version3'])).toBe('LGPL-3.0-or-later');
  expect(licenceOf(['--enable-gpl'])).toBe('GPL-2.0-or-later');
  expect(licenceOf(['--enable-gpl', '--enable-version3', '--enable-nonfree'])).toBe('nonfree');
});
