import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextStyle } from '../document/text-style.ts';
import { animateText, type TextMoment, textMoment } from './animate-text.ts';
import { createTextEngine } from './text-engine.ts';
import type { TextEngine } from './text-layout.ts';

let engine: TextEngine;

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');
  engine = await createTextEngine([{ family: 'Inter', weight: 400, italic: false, data: readFileSync(path) }]);
});

function animator(style: Partial<TextStyle>) {
  const whole = { content: 'one two three', fontSize: 40, ...style };
  return animateText(whole, engine.layout(whole));
}
function moment(timeSec: number, clipSec: number): TextMoment {
  return textMoment({ duration: clipSec, mediaStart: 0 }, timeSec);
}
function opacities(style: Partial<TextStyle>, timeSec: number, clipSec = 4) {
  return (
    animator(style)
      ?.at(moment(timeSec, clipSec))
      ?.map((look) => Number(look.opacity.toFixed(2))) ?? null
  );
}
const fadeWords = { name: 'fade', unit: 'word', duration: 1, stagger: 0.5 } as const;

describe('a text that moves', () => {
  it('is none without animations', () => {
    expect(animator({})).toBeNull();
    expect(animator({ animation: {} })).toBeNull();
    expect(animator({ animation: { in: { name: 'none' } } })).toBeNull();
    expect(animator({ captionStyle: 'pop' })).toBeNull();
  });

  it('lets its units come one after the other, then rests', () => {
    const style = { animation: { in: fadeWords } };
    expect(opacities(style, 0)).toEqual([0, 0, 0]);
    expect(opacities(style, 0.5)).toEqual([0.5, 0, 0]);
    expect(opacities(style, 1.25)).toEqual([1, 0.75, 0.25]);
    expect(opacities(style, 2)).toBeNull();
  });

  it('goes so that the last unit is gone at the end of the clip', () => {
    const style = { animation: { out: fadeWords } };
    expect(opacities(style, 1.9)).toBeNull();
    expect(opacities(style, 2.5)).toEqual([0.5, 1, 1]);
    expect(opacities(style, 4)).toEqual([0, 0, 0]);
  });

  it('is faster where the clip is too short', () => {
    const style = { animation: { in: fadeWords, out: fadeWords } };
    expect(opacities(style, 0.5, 2)).toEqual([1, 0.5, 0]);
    expect(opacities(style, 1, 2)).toBeNull();
    expect(opacities(style, 2, 2)).toEqual([0, 0, 0]);
  });

  it('types forwards and deletes backwards', () => {
    const shown = (phase: 'in' | 'out', timeSec: number) =>
      (
        opacities({ animation: { [phase]: { name: 'typewriter', stagger: 0.1, duration: 0.1 } } }, timeSec, 2) ?? []
      ).join('');
    expect(shown('in', 0.25)).toBe('11100000000');
    expect(shown('out', 1.15)).toBe('11111111100');
  });

  it('moves characters inside words that move themselves', () => {
    const looks = animator({ animation: { in: { ...fadeWords, name: 'rise' }, loop: { name: 'wave' } } })?.at(
      moment(0.2, 4),
    );
    expect(looks).toHaveLength(11);
    const [first] = looks ?? [];
    expect(first?.moves.map((move) => move.of.text)).toEqual(['o', 'one']);
  });

  it('keeps a text whole while something else stands in it', () => {
    const style = { content: 'Sum 100', animation: { in: { name: 'counter' }, loop: { name: 'wave' } } } as const;
    const looks = animator(style)?.at(moment(0.3, 4));
    expect(looks).toHaveLength(1);
    expect(looks?.[0]?.text).toMatch(/^Sum \d+$/);
  });

  it('spreads from the edge that its lines are aligned to', () => {
    const shifts = (align: 'left' | 'center' | 'right') =>
      animator({ content: 'abc', align, animation: { in: { name: 'tracking' } } })
        ?.at(moment(0.2, 4))
        ?.map((look) => Math.sign(look.moves.reduce((sum, { state }) => sum + (state.x ?? 0), 0)));
    expect(shifts('left')).toEqual([0, 1, 1]);
    expect(shifts('center')).toEqual([-1, 0, 1]);
    expect(shifts('right')).toEqual([-1, -1, 0]);
  });

  it('leaves joined letters together', () => {
    const looks = animator({ content: 'سلام', animation: { in: { name: 'tracking' } } })?.at(moment(0.2, 4));
    expect(looks?.flatMap((look) => look.moves.map(({ state }) => state.x ?? 0)).every((x) => x === 0)).toBe(true);
  });

  it('moves by words and lines where there are too many characters', () => {
    const many = Array.from({ length: 150 }, () => 'word').join(' ');
    const style = { content: many, width: 800, animation: { in: { name: 'bounce' } } } as const;
    expect(animator(style)?.at(moment(0.1, 4))).toHaveLength(150);
  });

  it('goes on with its loop in a part that was cut, and enters anew when it is told to', () => {
    for (const name of ['wave', 'glitch', 'highlight'] as const) {
      const text = animator({ animation: { loop: { name } } });
      const part = textMoment({ duration: 4, mediaStart: 1.25 }, 0.5);
      expect(text?.at(part)).toEqual(text?.at(moment(1.75, 8)));
    }
    const entering = animator({ animation: { in: fadeWords } });
    expect(entering?.at(textMoment({ duration: 4, mediaStart: 1.25 }, 0.5))).toEqual(entering?.at(moment(0.5, 4)));
  });

  it('is the same for the same words, and differs for others', () => {
    const at = (content: string) => animator({ content, animation: { in: { name: 'glitch' } } })?.at(moment(0.2, 4));
    expect(at('one two three')).toEqual(at('one two three'));
    expect(at('one two three')?.map((look) => look.moves)).not.toEqual(at('two six seven')?.map((look) => look.moves));
  });
});

describe('a caption', () => {
  const words = [
    { text: 'one', start: 0, end: 1 },
    { text: 'two', start: 1, end: 2 },
    { text: 'three', start: 2, end: 3 },
  ];

  it('follows the speech', () => {
    const active = (timeSec: number) =>
      animator({ captionStyle: 'color', words })
        ?.at(moment(timeSec, 3))
        ?.map((look) => look.active) ?? null;
    expect(active(0.5)).toEqual([1, 0, 0]);
    expect(active(1.5)).toEqual([0, 1, 0]);
    expect(active(3)).toBeNull();
  });

  it('follows it through edited words', () => {
    const style = { content: 'one and two', captionStyle: 'fade', words } as const;
    expect(opacities(style, 0.9, 3)).toEqual([1, 0]);
    expect(opacities(style, 1.9, 3)).toBeNull();
  });

  it('types words at the pace of the speech', () => {
    const shown = opacities({ captionStyle: 'typewriter', words }, 1.5, 3);
    expect(shown?.join('')).toBe('11111000000');
  });
});
