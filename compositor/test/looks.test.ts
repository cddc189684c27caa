import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RgbImage } from '@framemill/testing/images';
import {
  applyCommands,
  BLEND_MODES,
  type Clip,
  type Document,
  EFFECT_TYPES,
  type Transition,
  VOCABULARY,
} from '@framemill/timeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogue } from '../src/capabilities/index.ts';
import { createGraphBackend } from '../src/cpu/rgba/graph-backend.ts';
import { createRgba, type RgbaSurface } from '../src/cpu/rgba/rgba-surface.ts';
import type { Kernels } from '../src/kernels/kernel-module.ts';
import { loadKernels } from '../src/kernels/load-kernels.ts';
import { maskShapes } from '../src/masks/mask-tree.ts';
import { createRenderer, type MediaFiles } from '../src/render/renderer.ts';
import { skia } from '../src/sprites/skia.ts';
import { transitions } from '../src/transitions/index.ts';
import { pixelAt, psnr, shoot } from './images.ts';
import { fps, makeClip, makeDocument, makeFolder, makeImage, makeVideo, profileOf, rings } from './scenes.ts';

const width = 192;
const height = 108;
const folder = makeFolder();
const media: MediaFiles = {};

beforeAll(async () => {
  media.video = makeVideo(join(folder, 'video.mp4'), width, height, 60, rings(width, height));
  media.other = makeVideo(join(folder, 'other.mp4'), width, height, 60, (x, y) => 16 + ((x * 3 + y * 5) % 200));
  // Detail in luma, hardly any in colour, and nothing that RGB cannot hold: as photographs are.
  const luma = rings(width, height);
  media.photo = await makeImage(join(folder, 'photo.png'), width, height, (x, y) => {
    const grey = luma(x, y) * 0.7;
    return [grey + x * 0.3, grey + y * 0.3, grey + 20, 255];
  });
  media.matte = await makeImage(join(folder, 'matte.png'), 64, 36, (x) => [x * 4, x * 4, x * 4, x < 32 ? 255 : 0]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base = (fields: Partial<Clip> = {}) => makeClip({ type: 'video', src: 'video', ...fields });
const upper = (fields: Partial<Clip> = {}) => makeClip({ type: 'video', src: 'other', trackIndex: 1, ...fields });
const photo = (fields: Partial<Clip> = {}) => makeClip({ type: 'image', src: 'photo', trackIndex: 1, ...fields });
const outlined = { content: 'Parity', fontSize: 40, strokeColor: '#000000', strokeWidth: 3 };
const flat = (fill: string, fields: Partial<Clip> = {}) =>
  makeClip({ type: 'shape', shape: { kind: 'rectangle', fill, width, height }, ...fields });
const scene = (...clips: Clip[]) => makeDocument(width, height, clips);
const effect = (type: (typeof EFFECT_TYPES)[number], params: Record<string, number | string | boolean> = {}) => ({
  id: `effect ${type}`,
  type,
  enabled: true,
  params,
});
// Covers everything, so that it changes nothing, but not without a matte: the way through RGBA and back.
const everything = { shape: 'rectangle', width: 4000, height: 4000 } as const;

// BT.709 luma and colour differences of two RGB pictures, each as its own PSNR.
function planePsnr(a: RgbImage, b: RgbImage): { luma: number; chroma: number } {
  const planes = ({ data }: RgbImage) => {
    const luma = new Uint8Array(data.length / 3);
    const chroma = new Uint8Array((data.length / 3) * 2);
    for (let at = 0; at < luma.length; at++) {
      const [r = 0, g = 0, blue = 0] = data.subarray(at * 3, at * 3 + 3);
      const y = 0.2126 * r + 0.7152 * g + 0.0722 * blue;
      luma[at] = Math.round(y);
      chroma.set([Math.round(128 + (blue - y) / 1.8556), Math.round(128 + (r - y) / 1.5748)], at * 2);
    }
    return { luma, chroma };
  };
  const [first, second] = [planes(a), planes(b)];
  return { luma: psnr(first.luma, second.luma), chroma: psnr(first.chroma, second.chroma) };
}

test.each<[string, Partial<Clip>]>([
  ['an effect that is off', { effects: [{ ...effect('blur'), enabled: false }] }],
  ['a blur of radius 0', { effects: [effect('blur', { radius: 0 })] }],
  ['a grade of zeros', { grade: { exposure: 0, contrast: 0 } }],
  ['a grade of no strength', { grade: { exposure: 2, intensity: 0 } }],
  ['no mask', { mask: { shape: 'none' } }],
  ['a mask of no strength', { mask: { shape: 'circle', opacity: 0 } }],
  ['the blend mode normal', { blendMode: 'normal' }],
  ['keyframes of no blur', { kfBlur: [{ time: 0, value: 0 }] }],
])('%s changes no byte', async (_, fields) => {
  for (const place of [{}, { scale: 0.6, rotation: 10, cornerRadius: 12 }]) {
    const plain = await shoot(scene(flat('#405060'), upper(place)), media, 0.5);
    expect((await shoot(scene(flat('#405060'), upper({ ...place, ...fields })), media, 0.5)).data).toEqual(plain.data);
  }
});

test.each<[string, Clip]>([
  ['a picture of the canvas size', photo()],
  ['a smaller picture', photo({ scale: 0.6, x: 11.3, y: -3.7 })],
  ['a turned picture', photo({ scale: 0.6, rotation: 20 })],
  ['a cropped, flipped picture', photo({ scale: 0.9, cropL: 0.2, cropB: 0.1, flipH: true, flipV: true })],
  ['a picture with round corners', photo({ scale: 0.9, cornerRadius: 20 })],
  ['a text', makeClip({ type: 'text', trackIndex: 1, x: 3.4, textStyle: outlined })],
])('%s looks the same through RGBA: luma 45 dB, chroma 42 dB', async (_, clip) => {
  const plain = await shoot(scene(flat('#30557a'), clip), media, 0.5);
  const full = await shoot(scene(flat('#30557a'), { ...clip, mask: everything }), media, 0.5);
  const { luma, chroma } = planePsnr(plain, full);
  expect(luma).toBeGreaterThan(45);
  expect(chroma).toBeGreaterThan(42);
});

test.each(BLEND_MODES)('opacity 0 is absence with the blend mode %s, and so is nothing to blend', async (blendMode) => {
  const without = await shoot(scene(base()), media, 0.5);
  expect((await shoot(scene(base(), upper({ blendMode, opacity: 0 })), media, 0.5)).data).toEqual(without.data);
  const far = upper({ blendMode, x: 4000 });
  expect((await shoot(scene(base(), far), media, 0.5)).data).toEqual(without.data);
});

test('a blend mode touches only the rectangle of its layer', async () => {
  const without = await shoot(scene(base()), media, 0.5);
  const blended = await shoot(scene(base(), upper({ blendMode: 'multiply', scale: 0.25, x: 60 })), media, 0.5);
  const left = (image: RgbImage) =>
    Array.from({ length: height }, (_, y) => image.data.subarray(y * width * 3, (y * width + 100) * 3));
  expect(left(blended)).toEqual(left(without));
  expect(psnr(blended.data, without.data)).toBeLessThan(40);
});

test('multiply, screen, difference and add are what their formulas say', async () => {
  const [below, above] = [
    [64, 128, 192],
    [128, 200, 40],
  ] as const;
  const expected: [NonNullable<Clip['blendMode']>, (a: number, b: number) => number][] = [
    ['multiply', (a, b) => (a * b) / 255],
    ['screen', (a, b) => a + b - (a * b) / 255],
    ['difference', (a, b) => Math.abs(a - b)],
    ['add', (a, b) => Math.min(255, a + b)],
  ];
  const hex = (rgb: readonly number[]) => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  for (const [blendMode, formula] of expected) {
    const image = await shoot(scene(flat(hex(below)), flat(hex(above), { trackIndex: 1, blendMode })));
    const found = pixelAt(image, width / 2, height / 2);
    for (const [index, value] of found.entries()) {
      expect(Math.abs(value - formula(below[index] ?? 0, above[index] ?? 0))).toBeLessThanOrEqual(4);
    }
  }
});

test('an adjustment layer changes what lies below it, not what lies above, and only inside its box', async () => {
  const grey = { grade: { saturation: -1 } };
  const adjustment = makeClip({ type: 'adjustment', trackIndex: 1, scale: 0.5, ...grey });
  const badge = flat('#ff0000', { trackIndex: 2, scale: 0.1 });
  const image = await shoot(scene(flat('#2060c0'), adjustment, badge));
  const [r, g, b] = pixelAt(image, width / 2 + 30, height / 2);
  expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThanOrEqual(3);
  expect(pixelAt(image, 10, 10)[2]).toBeGreaterThan(185);
  expect(pixelAt(image, width / 2, height / 2)[0]).toBeGreaterThan(245);
  const absent = await shoot(scene(flat('#2060c0'), { ...adjustment, opacity: 0 }, badge));
  expect(absent.data).toEqual((await shoot(scene(flat('#2060c0'), badge))).data);
});

test('a picture that is contained over its blurred copy fills the canvas and keeps its middle', async () => {
  const [narrow, blurred] = [{ fit: 'contain', cropL: 0.25, cropR: 0.25 }, { fit: 'contain-blur' }] as const;
  const tall = makeClip({ type: 'image', src: 'matte', ...narrow });
  expect(pixelAt(await shoot(scene(tall), media), 5, 50)).toEqual([0, 0, 0]);
  const document = makeDocument(height, width, [photo(blurred)]);
  const image = await shoot(document, media, 0.5);
  expect(pixelAt(image, height / 2, 10)).not.toEqual([0, 0, 0]);
  const contained = await shoot(makeDocument(height, width, [photo()]), media, 0.5);
  const middle = ({ data }: RgbImage) => data.subarray(80 * height * 3, 112 * height * 3);
  expect(psnr(middle(image), middle(contained))).toBeGreaterThan(42);
});

const content = {
  points: [
    [-40, -30],
    [40, -30],
    [0, 40],
  ] satisfies [number, number][],
  d: 'M-30 -30H30V30H-30Z',
  text: 'MM',
  src: 'matte',
  channel: 'alpha',
} as const;
const shapes = maskShapes.map(({ shape }) => ({ shape }));

test.each(shapes)('the mask $shape and its inverse share the picture between them', async ({ shape }) => {
  const mask = { shape, ...content, width: 80, height: 60, points: [...content.points] };
  const inside = await shoot(scene(flat('#000000'), flat('#ffffff', { trackIndex: 1, mask })), media);
  const outside = await shoot(
    scene(flat('#000000'), flat('#ffffff', { trackIndex: 1, mask: { ...mask, invert: true } })),
    media,
  );
  const sum = inside.data.map((value, at) => Math.min(255, value + (outside.data[at] ?? 0)));
  expect(psnr(sum, new Uint8Array(sum.length).fill(255))).toBeGreaterThan(38);
  const shown = inside.data.reduce((all, value) => all + value, 0) / (255 * inside.data.length);
  expect(shown).toBeGreaterThan(0.02);
  expect(shown).toBeLessThan(0.98);
});

test.each(VOCABULARY.transitionType)('%s starts as the outgoing picture and ends as the incoming one', async (type) => {
  const transition: Transition = { type, duration: 0.4 };
  const outgoing = base({ duration: 1 });
  const incoming = makeClip({ type: 'video', src: 'other', start: 1, duration: 1, transition });
  const document = scene(outgoing, incoming);
  const first = await shoot(document, media, 1);
  expect(first.data).toEqual((await shoot(scene(base()), media, 1)).data);
  const after = await shoot(document, media, 1.4);
  expect(after.data).toEqual((await shoot(scene({ ...incoming, transition: undefined }), media, 1.4)).data);
  const middle = await shoot(document, media, 1.2);
  expect(psnr(middle.data, first.data)).toBeLessThan(30);
  expect(psnr(middle.data, after.data)).toBeLessThan(30);
});

test.each(VOCABULARY.transitionType)('%s enters from and leaves to what lies below', async (type) => {
  const box = { shape: { kind: 'rectangle', fill: '#c08040', width: 60, height: 40 }, start: 0.5 } as const;
  const clip = makeClip({ type: 'shape', trackIndex: 1, duration: 1, ...box });
  const below = await shoot(scene(flat('#204060')), media, 0.5);
  const whole = await shoot(scene(flat('#204060'), { ...clip, start: 0 }), media, 0.5);
  const entering = scene(flat('#204060'), { ...clip, transition: { type, duration: 0.4 } });
  expect((await shoot(entering, media, 0.5)).data).toEqual(below.data);
  expect((await shoot(entering, media, 1)).data).toEqual(whole.data);
  const leaving = scene(flat('#204060'), { ...clip, transition: { type, duration: 0.4, edge: 'out' } });
  expect((await shoot(leaving, media, 1)).data).toEqual(whole.data);
  for (const [document, start] of [
    [entering, 0.5],
    [leaving, 1.1],
  ] as const) {
    let changed = 0;
    for (const share of [0.2, 0.5, 0.8]) {
      const within = await shoot(document, media, start + share * 0.4);
      if (psnr(within.data, whole.data) < 45) changed += 1;
      // What the box never reaches stays as it is, whatever happens to the box.
      expect(pixelAt(within, 4, 4)).toEqual(pixelAt(below, 4, 4));
    }
    expect(changed).toBeGreaterThan(0);
  }
});

test.each(['slide', 'push'] as const)('%s moves planar pictures as its tree of primitives says', async (type) => {
  const [first, second] = [photo({ duration: 1 }), photo({ start: 1, duration: 1, flipH: true })];
  const transition: Transition = { type, duration: 0.4, direction: 'up' };
  // Six of twelve frames.
  const planar = await shoot(scene(first, { ...second, transition }), media, 1.2);
  const look = transitions.find((candidate) => candidate.type === type);
  const kernels = loadKernels(64 * 1024 * 1024);
  const inputs = new Map([
    ['from', rgbaOf(kernels, await shoot(scene(first), media))],
    ['to', rgbaOf(kernels, await shoot(scene({ ...second, start: 0 }), media))],
  ]);
  const moment = { width, height, scale: 1, seed: 1, frame: 6, timeSec: 0.2 };
  const [from, to] = [
    { kind: 'input', name: 'from' },
    { kind: 'input', name: 'to' },
  ] as const;
  const tree = look?.graph(from, to, 0.5, transition, moment);
  if (!tree) throw new Error(`There is no transition ${type}.`);
  const drawn = createGraphBackend(kernels, skia).draw(tree, inputs, { width, height }, { x: 0, y: 0, width, height });
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const offset = drawn.offset + Math.floor(at / width) * drawn.stride + (at % width) * 4;
    data.set(kernels.heap.bytes.subarray(offset, offset + 3), at * 3);
  }
  expect(psnr(planar.data, data)).toBeGreaterThan(45);
});

function rgbaOf(kernels: Kernels, { data }: RgbImage): RgbaSurface {
  const surface = createRgba(kernels.heap, { x: 0, y: 0, width, height });
  for (let at = 0; at < width * height; at++) {
    const offset = surface.offset + Math.floor(at / width) * surface.stride + (at % width) * 4;
    kernels.heap.bytes.set([...data.subarray(at * 3, at * 3 + 3), 255], offset);
  }
  return surface;
}

/** Creates a project that uses every effect, mask, blend mode and transition at once, on small layers. */
function everythingProject(): Document {
  const pieces = EFFECT_TYPES.filter((type) => type !== 'lut').map((type, index) =>
    upper({
      effects: [effect(type), effect('grain')],
      trackIndex: 1,
      scale: 0.3,
      x: ((index % 5) - 2) * 36,
      y: (Math.floor(index / 5) - 2) * 20,
      start: (index % 4) * 0.1,
      duration: 0.5,
    }),
  );
  const masked = shapes.map(({ shape }, index) =>
    flat('#c04020', {
      trackIndex: 2,
      scale: 0.4,
      blendMode: BLEND_MODES[index],
      mask: { shape, ...content, points: [...content.points], feather: 4 },
      start: 0.5 + (index % 4) * 0.1,
      duration: 0.4,
      kfRotation: [
        { time: 0, value: 0 },
        { time: 0.4, value: 90 },
      ],
    }),
  );
  const changes = VOCABULARY.transitionType.map((type, index) =>
    makeClip({
      type: 'video',
      src: index % 2 === 0 ? 'other' : 'video',
      start: index * 0.1,
      duration: 0.1,
      transition: { type, duration: 0.1 },
    }),
  );
  const adjustment = makeClip({
    type: 'adjustment',
    trackIndex: 3,
    start: 0.3,
    duration: 0.6,
    kfExposure: [
      { time: 0, value: -1 },
      { time: 0.6, value: 1 },
    ],
    effects: [effect('vhs')],
  });
  return scene(...changes, ...pieces, ...masked, adjustment);
}

test.each(['video', 'text', 'adjustment'] as const)(
  'effects of a %s clip go on where it is cut',
  async (type) => {
    const effects = (['wave', 'glitch', 'vhs', 'grain'] as const).map((name) => effect(name));
    const content = { video: { src: 'video' }, text: { textStyle: { content: 'Cut' } }, adjustment: {} }[type];
    const whole = scene(
      makeClip({ type: 'video', src: 'other' }),
      makeClip({ type, ...content, effects, trackIndex: 1 }),
    );
    const clipId = whole.clips[1]?.id ?? '';
    const commands = [
      { op: 'splitClip', clipId, at: 0.5 },
      { op: 'sliceClip', clipId, times: [0.2, 0.3] },
    ];
    const { document: cut, results } = applyCommands(whole, commands, {
      newId: (kind) => `${kind} ${randomUUID()}`,
      catalogue,
      media: () => null,
      analysis: () => null,
    });
    expect(results.every(({ ok }) => ok)).toBe(true);
    for (const frame of [3, 7, 12, 15, 31]) {
      const [before, after] = [await shoot(whole, media, frame / fps), await shoot(cut, media, frame / fps)];
      expect(psnr(after.data, before.data)).toBe(Number.POSITIVE_INFINITY);
    }
  },
  60_000,
);

test('every look has the same pictures in 1, 2 and 5 ranges', async () => {
  const document = everythingProject();
  const ranges = (cuts: number[]) => cuts.slice(0, -1).map((start, index) => [start, cuts[index + 1] ?? 0] as const);
  async function images(parts: (readonly [number, number])[]): Promise<string[]> {
    const hashes: string[] = [];
    for (const [start, end] of parts) {
      const renderer = await createRenderer({ document, profile: profileOf(document), media });
      for (let frame = start; frame < end; frame++) {
        const { data } = await renderer.renderFrame((frame + 0.01) / fps, { type: 'png', scale: 1 });
        hashes.push(createHash('sha256').update(data).digest('hex'));
      }
      renderer.close();
    }
    return hashes;
  }
  const whole = await images(ranges([0, 50]));
  expect(new Set(whole).size).toBeGreaterThan(40);
  expect(await images(ranges([0, 23, 50]))).toEqual(whole);
  expect(await images(ranges([0, 10, 20, 30, 40, 50]))).toEqual(whole);
});

test('a segment of looks has the same bytes after others and alone', async () => {
  const document = everythingProject();
  async function bytes(ranges: [number, number][]): Promise<Buffer> {
    const renderer = await createRenderer({ document, profile: profileOf(document), media });
    const path = join(folder, 'looks.mp4');
    for (const [start, end] of ranges) await renderer.renderSegment(start, end, path);
    renderer.close();
    return readFileSync(path);
  }
  const alone = await bytes([[20, 30]]);
  const after = await bytes([
    [40, 45],
    [0, 10],
    [20, 30],
  ]);
  expect(after.equals(alone)).toBe(true);
});
