import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RgbImage } from '@framemill/testing/images';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { effectOf } from '../src/effects/index.ts';
import type { MediaFiles } from '../src/render/renderer.ts';
import { pixelAt, shoot } from './images.ts';
import { makeClip, makeDocument, makeImage, type Rgba } from './scenes.ts';

const width = 128;
const height = 72;
const behind = '#3040c0';
const screen: Rgba = [0x28, 0xb2, 0x32, 255];
/**
 * Colours of the subject in front of the green screen, drawn as stripes 12 pixels wide from x = 28 on. The key must
 * keep all of them.
 */
const subject: readonly { name: string; colour: Rgba }[] = [
  { name: 'grey shirt', colour: [128, 128, 128, 255] },
  { name: 'white paper', colour: [240, 240, 236, 255] },
  { name: 'black hair', colour: [24, 20, 18, 255] },
  { name: 'skin', colour: [224, 172, 138, 255] },
  { name: 'brown wood', colour: [120, 84, 52, 255] },
  { name: 'blue jeans', colour: [58, 78, 130, 255] },
];

const stripeAt = (x: number) => subject[Math.floor((x - 28) / 12)]?.colour;

describe('a chroma key with nothing but its defaults', () => {
  let folder = '';
  let media: MediaFiles = {};
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-key-'));
    // Darker to the right and the bottom, as screens are.
    const lit = (x: number, y: number): Rgba => {
      const light = 1.05 - 0.15 * (x / width) - 0.1 * (y / height);
      return [screen[0] * light, screen[1] * light, screen[2] * light, 255];
    };
    media = {
      dull: await makeImage(join(folder, 'dull-green-screen.png'), width, height, (x, y) =>
        y >= 16 ? (stripeAt(x) ?? lit(x, y)) : lit(x, y),
      ),
      seated: await makeImage(join(folder, 'subject-in-two-corners.png'), width, height, (x, y) =>
        y >= 40 ? [200, 60, 50, 255] : lit(x, y),
      ),
      grey: await makeImage(join(folder, 'grey-corners.png'), width, height, (x, y) => {
        const value = 90 + ((x + y) % 20);
        return [value, value, value, 255];
      }),
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const keyed = (src: string, params: Record<string, string | number>): Promise<RgbImage> =>
    shoot(
      makeDocument(
        width,
        height,
        [makeClip({ type: 'image', src, effects: [{ id: 'key', type: 'chroma-key', enabled: true, params }] })],
        behind,
      ),
      media,
    );

  const distance = (a: readonly number[], b: readonly number[]) =>
    Math.max(...[0, 1, 2].map((k) => Math.abs((a[k] ?? 0) - (b[k] ?? 0))));
  const isBehind = (image: RgbImage, x: number, y: number) => distance(pixelAt(image, x, y), [0x30, 0x40, 0xc0]) <= 4;

  const cases: Record<string, string>[] = [{ color: '#28b232' }, {}];
  for (const params of cases) {
    it(`takes the screen away and leaves the subject in front of it: ${JSON.stringify(params)}`, async () => {
      const image = await keyed('dull', params);
      for (const [x, y] of [
        [4, 4],
        [124, 4],
        [4, 68],
        [124, 68],
        [64, 8],
      ] as const) {
        expect(isBehind(image, x, y), `screen at ${x}, ${y}: ${pixelAt(image, x, y)}`).toBe(true);
      }
      for (const [index, { name, colour }] of subject.entries()) {
        expect(distance(pixelAt(image, 34 + 12 * index, 50), colour), name).toBeLessThanOrEqual(6);
      }
    });
  }

  it('auto goes by the corners that agree', async () => {
    const image = await keyed('seated', { color: 'auto' });
    expect(isBehind(image, 64, 10)).toBe(true);
    expect(distance(pixelAt(image, 64, 60), [200, 60, 50])).toBeLessThanOrEqual(6);
  });

  it('auto leaves a picture without a screen as it is', async () => {
    const image = await keyed('grey', { color: 'auto' });
    expect(distance(pixelAt(image, 30, 30), [90, 90, 90])).toBeLessThanOrEqual(20);
    expect(isBehind(image, 2, 2)).toBe(false);
  });

  it('auto is the default colour', () => {
    expect(Reflect.get(effectOf('chroma-key')?.params.properties.color ?? {}, 'default')).toBe('auto');
  });
});
