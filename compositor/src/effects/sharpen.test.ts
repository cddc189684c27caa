import { expect, test } from 'vitest';
import { createPictureBench, noisePixels } from '../cpu/rgba/picture-bench.ts';
import type { Picture } from '../graph/picture.ts';
import { sharpen } from './sharpen.ts';

const bench = createPictureBench();
const box = { width: 61, height: 23 };
const clip: Picture = { kind: 'input', name: 'clip' };

test('an opaque picture is sharpened by its blurred copy as it is, to the byte', () => {
  const moment = { ...box, scale: 1, seed: 1, frame: 0, timeSec: 0, edge: 'clamp' } as const;
  const pixels = noisePixels({ x: 0, y: 0, ...box }, 9, true);
  const shape = { type: 'gaussian', sigmaX: 2, sigmaY: 2 } as const;
  const soft: Picture = { kind: 'blur', of: clip, edge: 'clamp', shape };
  const plain: Picture = { kind: 'sum', a: clip, b: soft, k1: 0, k2: 2.5, k3: -1.5, k4: 0 };
  const tree = sharpen.picture(clip, { amount: 1.5, radius: 2 }, moment);
  expect(bench.draw(tree, { clip: pixels }, box)).toEqual(bench.draw(plain, { clip: pixels }, box));
});
