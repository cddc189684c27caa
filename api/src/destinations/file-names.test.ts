import { describe, expect, it } from 'vitest';
import { checkFileName, fileNamesOf } from './file-names.ts';

const facts = { reference: 'A-7', name: 'Spring', renderId: 'rnd_1' };
const mp4 = { format: 'mp4', ending: '.mp4' };
const one = (pattern: string, change: Partial<typeof facts> = {}) =>
  fileNamesOf(pattern, { ...facts, ...change }, [mp4])[0];

describe('names of delivered files', () => {
  it.each([
    ['{name}-{renderId}', 'Spring-rnd_1.mp4'],
    ['{reference}/{name}', 'A-7/Spring.mp4'],
    ['out-{reference}.mp4', 'out-A-7.mp4'],
    ['{format}/{index}', 'mp4/1.mp4'],
  ])('%s becomes %s', (pattern, name) => {
    expect(() => checkFileName(pattern)).not.toThrow();
    expect(one(pattern)).toBe(name);
  });

  it.each(['../{name}', '/etc/{name}', 'a//b', 'a/../b', '.', 'C:\\x', '{title}', '{', 'a\u0000b', 'x'.repeat(101)])(
    'the pattern %j is refused',
    (pattern) => {
      expect(() => checkFileName(pattern)).toThrow(/body\.fileName/);
    },
  );

  it.each([
    ['../../etc/passwd', '-..-etc-passwd.mp4'],
    ['..', 'rnd_1.mp4'],
    ['', 'rnd_1.mp4'],
    ['a\u0000b\r\n"c"', 'a b -c-.mp4'],
    ['{name}', '{name}.mp4'],
    ['\u202eevil', 'evil.mp4'],
  ])('a reference %j cannot leave its folder', (reference, name) => {
    expect(one('{reference}', { reference })).toBe(name);
  });

  it('long names that differ at their end stay apart, and no part is longer than file systems take', () => {
    const names = ['a', 'b'].map((end) => one('{reference}/{name}', { reference: `${'🎬'.repeat(150)}${end}` }) ?? '');
    expect(new Set(names).size).toBe(2);
    for (const part of names.flatMap((name) => name.split('/'))) expect(Buffer.byteLength(part)).toBeLessThan(255);
  });

  it('files of one render have names of their own', () => {
    const files = [mp4, mp4, { format: 'vtt', ending: '.vtt' }, mp4];
    expect(fileNamesOf('{name}', facts, files)).toEqual(['Spring.mp4', 'Spring-2.mp4', 'Spring.vtt', 'Spring-4.mp4']);
  });
});
