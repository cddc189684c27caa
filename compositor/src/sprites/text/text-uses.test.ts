import type { TextStyle } from '@framemill/timeline';
import { beforeAll, expect, test } from 'vitest';
import { openTextEngine } from '../../fonts/font-files.ts';
import { translation } from '../../graph/matrix.ts';
import { noRadius } from '../../graph/placement.ts';
import { openTextSprites } from '../image-fonts.ts';
import type { SpriteUse } from '../sprite.ts';
import type { TextSprites } from '../text-sprite.ts';
import { textUses } from './text-uses.ts';

let texts: TextSprites;

beforeAll(async () => {
  const engine = await openTextEngine();
  texts = openTextSprites(engine);
});

function usesAt(timeSec: number, style: Partial<TextStyle>, clipSec = 4): SpriteUse[] {
  const text = texts.text({ content: 'one two', fontSize: 40, ...style });
  const { sprite } = text;
  const crop = { left: 0, top: 0, right: sprite.width, bottom: sprite.height };
  const placement = { matrix: translation(10, 20), crop, radius: noRadius };
  return textUses(
    text,
    { slot: 's', sprite, placement, motion: 'rests', largestScale: 1, opacity: 1 },
    { timeSec, clipSec, loopSec: timeSec },
  );
}
const keys = (uses: readonly SpriteUse[]) => uses.map((use) => use.sprite.key);

test('a text at rest is one sprite, before, between and after its animations', () => {
  const style: Partial<TextStyle> = { animation: { in: { name: 'rise' }, out: { name: 'pop' } } };
  const resting = texts.sprite({ content: 'one two', fontSize: 40, ...style }).key;
  expect(keys(usesAt(2, style))).toEqual([resting]);
  expect(keys(usesAt(2, {}))).toHaveLength(1);
});

test('a text that moves as one is its static sprite, moved', () => {
  const style: Partial<TextStyle> = { animation: { in: { name: 'slide', unit: 'all' } } };
  const [use, ...others] = usesAt(0.2, style);
  expect(others).toEqual([]);
  expect(use?.sprite).toBe(texts.sprite({ content: 'one two', fontSize: 40, ...style }));
  expect(use?.placement.matrix.tx).toBeLessThan(10);
  expect(use?.motion).toBe('slides');
});

test('what only moves, turns, grows or fades is the same sprites in every frame', () => {
  for (const name of [
    'fade',
    'rise',
    'drop',
    'slide',
    'bounce',
    'scale',
    'spin',
    'flip',
    'wave',
    'tracking',
    'shift',
    'reveal',
  ] as const) {
    const style: Partial<TextStyle> = {
      strokeWidth: 2,
      shadow: { x: 2, y: 2 },
      animation: { in: { name, duration: 1, stagger: 0.01 } },
    };
    const seen = [0.2, 0.4, 0.6, 0.8].map((timeSec) => keys(usesAt(timeSec, style)).join());
    expect(new Set(seen).size, name).toBe(1);
  }
});

test('the passes of units lie above each other: shadows, then outlines, then letters', () => {
  const style: Partial<TextStyle> = {
    strokeWidth: 2,
    shadow: { x: 2, y: 2 },
    animation: { loop: { name: 'wave', unit: 'word' } },
  };
  const parts = usesAt(0.3, style).map((use) => use.slot.split(' ').at(-1));
  expect(parts).toEqual(['shadow', 'shadow', 'stroke', 'stroke', 'fill', 'fill']);
});

test('a caption that only changes colours is one sprite for each word, and two while the word changes', () => {
  const words = [
    { text: 'one', start: 0, end: 1 },
    { text: 'two', start: 1, end: 2 },
  ];
  const style: Partial<TextStyle> = { captionStyle: 'color', words, strokeWidth: 3 };
  const [first, ...others] = usesAt(1.5, style);
  expect(others).toEqual([]);
  expect(keys(usesAt(1.4, style))).toEqual([first?.sprite.key]);
  const [, becoming] = usesAt(1.04, style);
  expect(becoming?.opacity).toBe(0.5);
  expect(becoming?.placement.matrix.tx).toBeGreaterThan(30);
});

test('a karaoke word is filled from the side where reading starts', () => {
  const fill = (content: string) => {
    const words = [{ text: content, start: 0, end: 2 }];
    const sung = usesAt(0.5, { content, captionStyle: 'karaoke', words }).at(-1);
    const { left = 0, right = 0 } = sung?.window ?? {};
    return { left, right, width: sung?.sprite.width ?? 0 };
  };
  const latin = fill('word');
  expect(latin.left).toBeLessThan(0);
  expect(latin.right).toBeCloseTo(latin.width / 4);
  const hebrew = fill('שלום');
  expect(hebrew.left).toBeCloseTo((hebrew.width * 3) / 4);
  expect(hebrew.right).toBeGreaterThan(hebrew.width);
});

test('a unit that reveals itself shows only inside its own place, and inside the crop', () => {
  const style: Partial<TextStyle> = { animation: { in: { name: 'reveal' } } };
  const [use] = usesAt(0.2, style);
  const [resting] = usesAt(2, style);
  expect(use?.placement.matrix.ty).toBeGreaterThan(resting?.placement.matrix.ty ?? 0);
  expect(use?.window?.bottom).toBeLessThan(use?.sprite.height ?? 0);
});

test.each([
  ['word', 'left', {}, 0],
  ['word', 'right', {}, 0],
  ['word', 'right', { strokeWidth: 3 }, 3],
  ['all', 'right', { background: { paddingX: 9 } }, 9],
] as const)(
  'reveal by %s from the %s, %j, shows nothing there beyond the own place',
  (unit, direction, style, edge) => {
    const animation = { in: { name: 'reveal', unit, direction, duration: 1, easing: 'linear' } } as const;
    const [use] = usesAt(0.7, { ...style, animation });
    const { left = 0, right = 0, top = 0, bottom = 0 } = use?.window ?? {};
    const { width = 0, height = 0 } = use?.sprite ?? {};
    // It rests at the left edge of the block.
    const shift = (use?.placement.matrix.tx ?? 0) - 10;
    const [toLeft, toRight] = [-left - shift, right + shift - width];
    const [beyond, free] = direction === 'left' ? [toLeft, toRight] : [toRight, toLeft];
    expect(beyond).toBeCloseTo(edge, 6);
    for (const room of [free, -top, bottom - height]) expect(room).toBeGreaterThan(19);
  },
);

test('a colour, a blur and other words are drawings of their own', () => {
  const plain = keys(usesAt(0.3, { animation: { loop: { name: 'wave', unit: 'all' } } }));
  for (const name of ['blur', 'counter', 'glitch', 'scramble'] as const) {
    const style: Partial<TextStyle> = { content: 'one 99', animation: { in: { name } } };
    expect(keys(usesAt(0.1, style)), name).not.toEqual(plain);
  }
});
