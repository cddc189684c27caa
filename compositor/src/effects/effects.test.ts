import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CLIP_DEFAULTS,
  createDocument,
  type Document,
  EFFECT_TYPES,
  EffectSchema,
  type MediaFacts,
  reduce,
  sourcePositions,
} from '@framemill/timeline';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../capabilities/index.ts';
import { createGraphBench, noisePixels } from '../cpu/rgba/graph-bench.ts';
import { colourTable } from '../grade/colour-table.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { sharpen } from './blurs.ts';
import { effectOf, effects } from './index.ts';

const input: GraphNode = { kind: 'input', name: 'clip' };
const look = colourTable('a look', 2, () => {});
const moment: Moment = {
  width: 1920,
  height: 1080,
  scale: 1,
  seed: 7,
  frame: 31,
  timeSec: 31 / 30,
  edge: 'clamp',
  luts: new Map([['look.cube', look]]),
};
const cube: MediaFacts = {
  ...{ kind: 'lut', sha256: '0'.repeat(64), mimeType: 'application/x-cube', sizeBytes: 1, hasAudio: false },
  ...{ width: null, height: null, durationSec: null, fps: null },
};
const required = (type: string) => (type === 'lut' ? { src: 'look.cube' } : {});

test('a parameter that is a source is one to the timeline, which checks whose it is', () => {
  const known = sourcePositions(EffectSchema.properties.params);
  const marked = effects.flatMap(({ params }) => sourcePositions(params));
  expect(marked).toEqual(known);
  const named = effects.flatMap(({ params }) => Object.entries(params.properties));
  const described = named.filter(([, schema]) => /media id|URL/.test(String(Reflect.get(schema, 'description'))));
  expect(described.map(([name]) => [name])).toEqual(known.map(({ path }) => path));
});

test('there is an effect and a file for each name, in the order of the names', () => {
  expect(effects.map(({ type }) => type)).toEqual([...EFFECT_TYPES]);
  const files = readdirSync(import.meta.dirname).filter((file) => !file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  for (const type of EFFECT_TYPES) {
    const definition = `defineEffect({\n  type: '${type}',\n`;
    expect(
      texts.filter((text) => text.includes(definition)),
      type,
    ).toHaveLength(1);
  }
  expect(Object.keys(catalogue.effects)).toEqual([...EFFECT_TYPES]);
});

test('the defaults that are agreed', () => {
  const defaults = (type: (typeof EFFECT_TYPES)[number]) =>
    Object.fromEntries(
      Object.entries(effectOf(type)?.params.properties ?? {}).map(([name, schema]) => [
        name,
        Reflect.get(schema, 'default'),
      ]),
    );
  expect(defaults('blur')).toEqual({ radius: 12 });
  expect(defaults('motion-blur')).toEqual({ distance: 24, angle: 0 });
  expect(defaults('zoom-blur')).toEqual({ amount: 0.3, centerX: 0.5, centerY: 0.5 });
  expect(defaults('sharpen')).toEqual({ amount: 0.6, radius: 1 });
  expect(defaults('glow')).toEqual({ radius: 20, intensity: 0.6, threshold: 0.7 });
  expect(defaults('vignette')).toMatchObject({ midpoint: 0.5, roundness: 0, feather: 0.65 });
  expect(defaults('grain')).toMatchObject({ size: 0.25, roughness: 0.5 });
  expect(defaults('pixelate')).toEqual({ size: 12 });
  expect(defaults('posterize')).toEqual({ levels: 6 });
  expect(defaults('chroma-key')).toMatchObject({ similarity: 0.1, smoothness: 0.08, spill: 0.1 });
});

describe.each(effects)('$type', (effect) => {
  test('describes each parameter with a default and, for numbers, a range', () => {
    for (const [name, schema] of Object.entries(effect.params.properties)) {
      expect(Reflect.get(schema, 'description'), name).toMatch(/\.$/);
      if (name === 'src') continue;
      expect(Reflect.get(schema, 'default'), name).toBeDefined();
      if (Reflect.get(schema, 'type') !== 'number') continue;
      expect(Reflect.get(schema, 'minimum'), name).toBeLessThan(Number(Reflect.get(schema, 'maximum')));
    }
  });

  test('is added by the reducer with its defaults', () => {
    const { result, document } = add(effect.type, required(effect.type));
    expect(result.error).toBeUndefined();
    const params = document.clips[0]?.effects?.[0]?.params ?? {};
    expect(Object.keys(params).sort()).toEqual(Object.keys(effect.params.properties).sort());
  });

  test('makes the same tree of plain numbers from the same arguments', () => {
    const params = required(effect.type);
    const once = effect.graph(input, params, moment);
    expect(JSON.stringify(effect.graph(input, params, moment))).toBe(JSON.stringify(once));
    expect(JSON.stringify(once)).not.toMatch(/null|NaN/);
  });

  test('refuses what its schema does not know, and says what', () => {
    expect(() => effect.graph(input, { ...required(effect.type), sparkle: 1 }, moment)).toThrow(/sparkle|additional/);
  });
});

test.each([
  ['blur', { radius: 0 }],
  ['motion-blur', { distance: 0 }],
  ['zoom-blur', { amount: 0 }],
  ['sharpen', { amount: 0 }],
  ['glow', { intensity: 0 }],
  ['drop-shadow', { opacity: 0 }],
  ['outline', { width: 0 }],
  ['vignette', { amount: 0 }],
  ['grain', { amount: 0 }],
  ['pixelate', { size: 1 }],
  ['duotone', { mix: 0 }],
  ['invert', { amount: 0 }],
  ['rgb-split', { amount: 0 }],
  ['glitch', { amount: 0 }],
  ['scanlines', { intensity: 0 }],
  ['vhs', { bleed: 0, noise: 0, tracking: 0 }],
  ['wave', { amplitude: 0 }],
  ['lens-distortion', { amount: 0 }],
  ['lut', { src: 'look.cube', intensity: 0 }],
  ['corner-pin', {}],
] as const)('%s leaves the picture itself alone at %j', (type, params) => {
  expect(effectOf(type)?.graph(input, params, moment)).toBe(input);
});

test('lengths follow the scale of the picture', () => {
  const radius = (scale: number) => JSON.stringify(effectOf('blur')?.graph(input, { radius: 8 }, { ...moment, scale }));
  expect(radius(0.5)).toContain('"sigmaX":4');
});

test('grain and glitches change with the clip and with time, not by chance', () => {
  const grain = (seed: number, frame: number) =>
    JSON.stringify(effectOf('grain')?.graph(input, {}, { ...moment, seed, frame }));
  expect(grain(1, 2)).toBe(grain(1, 2));
  expect(new Set([grain(1, 2), grain(1, 3), grain(2, 2)]).size).toBe(3);
  const bursts = Array.from({ length: 40 }, (_, burst) =>
    effectOf('glitch')?.graph(input, { rate: 10 }, { ...moment, timeSec: burst / 10 }),
  );
  const calm = bursts.filter((image) => image === input).length;
  expect(calm).toBeGreaterThan(2);
  expect(calm).toBeLessThan(20);
});

test('a .cube file that is not there is named', () => {
  expect(() => effectOf('lut')?.graph(input, { src: 'gone.cube' }, moment)).toThrow(/"gone.cube".*Upload it/);
});

test('wrong parameters are named', () => {
  expect(() => effectOf('blur')?.graph(input, { radius: -1 }, moment)).toThrow(/Effect "blur": radius/);
  expect(() => effectOf('outline')?.graph(input, { color: 'red-ish' }, moment)).toThrow(/Effect "outline": color/);
});

test('a corner pin meets its four corners', () => {
  const corners = { tlX: 0.1, tlY: 0.2, trX: 0.9, trY: 0.05, brX: 0.8, brY: 0.9, blX: 0.2, blY: 0.7 };
  const tree = effectOf('corner-pin')?.graph(input, corners, moment);
  if (tree?.kind !== 'transform' || !('length' in tree.map)) throw new Error('not a projection');
  const [a, b, c, d, e, f, g, h, i] = tree.map;
  const at = (x: number, y: number) => {
    const w = g * x + h * y + i;
    return [(a * x + b * y + c) / w / moment.width, (d * x + e * y + f) / w / moment.height];
  };
  const expected = [0.1, 0.2, 0.9, 0.05, 0.8, 0.9, 0.2, 0.7];
  const met = [at(0, 0), at(1920, 0), at(1920, 1080), at(0, 1080)].flat();
  for (const [index, value] of met.entries()) expect(value).toBeCloseTo(expected[index] ?? 0, 9);
});

function add(type: string, params: Record<string, unknown>) {
  const document: Document = {
    ...createDocument(),
    clips: [
      { ...CLIP_DEFAULTS, id: 'c', type: 'video', src: 'v', trackIndex: 0, start: 0, duration: 2, mediaDuration: 2 },
    ],
  };
  let made = 0;
  const newId = () => {
    made += 1;
    return `id-${made}`;
  };
  return reduce(document, { op: 'addEffect', clipId: 'c', type, params }, { newId, catalogue, media: () => cube });
}

const bench = createGraphBench();
const box = { width: 61, height: 23 };
const clip: GraphNode = { kind: 'input', name: 'clip' };

test('an opaque picture is sharpened by its blurred copy as it is, to the byte', () => {
  const moment = { ...box, scale: 1, seed: 1, frame: 0, timeSec: 0, edge: 'clamp' } as const;
  const pixels = noisePixels({ x: 0, y: 0, ...box }, 9, true);
  const shape = { type: 'gaussian', sigmaX: 2, sigmaY: 2 } as const;
  const soft: GraphNode = { kind: 'blur', of: clip, edge: 'clamp', shape };
  const plain: GraphNode = { kind: 'sum', a: clip, b: soft, k1: 0, k2: 2.5, k3: -1.5, k4: 0 };
  const tree = sharpen.graph(clip, { amount: 1.5, radius: 2 }, moment);
  expect(bench.draw(tree, { clip: pixels }, box)).toEqual(bench.draw(plain, { clip: pixels }, box));
});
