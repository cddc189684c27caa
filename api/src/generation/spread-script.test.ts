import { describe, expect, it } from 'vitest';
import { spreadScript } from './spread-script.ts';

describe('a script that is spread over a duration', () => {
  it('fills it, in order, without overlap', () => {
    const words = spreadScript('Edit video as data. Render it anywhere, fast!', 6);
    expect(words.map(({ text }) => text)).toEqual([
      'Edit',
      'video',
      'as',
      'data.',
      'Render',
      'it',
      'anywhere,',
      'fast!',
    ]);
    expect(words[0]?.start).toBe(0);
    expect(words.at(-1)?.end).toBe(6);
    for (const [index, word] of words.entries()) {
      expect(word.end).toBeGreaterThan(word.start);
      expect(word.start).toBeGreaterThanOrEqual(words[index - 1]?.end ?? 0);
    }
  });

  it('gives long words more time and full stops a pause', () => {
    const [short, long] = spreadScript('a extraordinary', 4);
    expect((long?.end ?? 0) - (long?.start ?? 0)).toBeGreaterThan(3 * ((short?.end ?? 0) - (short?.start ?? 0)));
    const pause = (text: string) => {
      const [first, second] = spreadScript(text, 4);
      return (second?.start ?? 0) - (first?.end ?? 0);
    };
    expect(pause('one two')).toBe(0);
    expect(pause('one. two')).toBeGreaterThan(pause('one, two'));
    expect(pause('one, two')).toBeGreaterThan(0.3);
  });

  it('finds words where no spaces are', () => {
    const words = spreadScript('動画を編集する。', 3);
    expect(words.length).toBeGreaterThan(2);
    expect(words.map(({ text }) => text).join('')).toBe('動画を編集する。');
  });

  it('has no words for nothing', () => {
    expect(spreadScript('  \n', 3)).toEqual([]);
  });
});
