import { join } from 'node:path';
import { type Clip, parseDocument, VOCABULARY } from '@framemill/timeline';
import fc from 'fast-check';
import { catalogue } from '../src/capabilities/index.ts';
import type { MediaFiles } from '../src/render/renderer.ts';
import { makeClip, makeDocument, makeImage, makeVideo, rings } from './scenes.ts';

/** Seed with which the random projects of all tests are generated. */
export const SEED = 20_261_122;
/** Frame size of random projects, in pixels. */
export const width = 160;
export const height = 90;

/** Creates the media files of random projects in `folder`. */
export async function randomMedia(folder: string): Promise<MediaFiles> {
  return {
    video: makeVideo(join(folder, 'video.mp4'), width, height, 60, rings(width, height)),
    small: makeVideo(join(folder, 'small.mp4'), 64, 80, 60, (x, y, frame) => 16 + ((x * 3 + y * 5 + frame) % 200)),
    photo: await makeImage(join(folder, 'photo.png'), 150, 100, (x, y) => [x, y * 2, x + y, 255]),
    cutout: await makeImage(join(folder, 'cutout.png'), 61, 47, (x, y) => [250, 80, 20, Math.min(255, x * y)]),
  };
}

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 });
const colours = fc.constantFrom('#ff2200', '#0a64c8', '#ffffff', '#00000080', 'rgba(20, 200, 90, 0.4)');
const amount = between(-1, 1);

/** Returns a generator of values that an effect's parameter may have, including its limits. */
function parameter(schema: object): fc.Arbitrary<unknown> {
  const { type, enum: names, minimum, maximum } = schema as Record<string, unknown>;
  if (Array.isArray(names)) return fc.constantFrom(...names);
  if (type === 'boolean') return fc.boolean();
  if (typeof minimum !== 'number' || typeof maximum !== 'number') return colours;
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  return fc.oneof({ weight: 4, arbitrary: between(minimum, maximum) }, fc.constantFrom(minimum, maximum));
}

const effect = fc.oneof(
  ...Object.entries(catalogue.effects)
    .filter(([type]) => type !== 'lut')
    .map(([type, schema]) => {
      const properties = Object.entries(Object(Reflect.get(schema, 'properties')));
      const params = properties.map(([name, one]) => [name, parameter(Object(one))]);
      return fc.record({ type: fc.constant(type), params: fc.record(Object.fromEntries(params)) });
    }),
);
const effects = fc
  .array(effect, { maxLength: 3 })
  .map((list) => list.map((one, index) => ({ ...one, id: `effect ${index}`, enabled: true })));

const mask = fc.record({
  shape: fc.constantFrom(...VOCABULARY.maskShape.filter((shape) => !['polygon', 'path'].includes(shape))),
  ...{ x: between(-40, 40), y: between(-40, 40), width: between(1, 200), height: between(1, 200) },
  ...{ rotation: between(-180, 180), feather: between(0, 30), expansion: between(-10, 10), opacity: between(0, 1) },
  ...{ invert: fc.boolean(), text: fc.constant('Mask'), src: fc.constant('cutout') },
});
const grade = fc.record(
  {
    ...{ exposure: between(-2, 2), contrast: amount, highlights: amount, shadows: amount, temperature: amount },
    ...{ saturation: amount, vibrance: amount, hue: between(-180, 180), gamma: amount, intensity: between(0, 1) },
  },
  { requiredKeys: [] },
);
const transition = fc.record({
  type: fc.constantFrom(...VOCABULARY.transitionType),
  duration: between(0.1, 0.8),
  direction: maybe(fc.constantFrom(...VOCABULARY.direction)),
  edge: maybe(fc.constantFrom('in', 'out')),
});
const motion = fc.record({
  name: fc.constantFrom(...VOCABULARY.textAnimation),
  unit: maybe(fc.constantFrom('character', 'word', 'line', 'all')),
});
const textStyle = fc.record({
  content: fc.constantFrom('Edit 42', 'a b\nc d', 'שלום مرحبا', '👍🏽 ok'),
  fontSize: between(6, 40),
  strokeWidth: maybe(between(0, 8)),
  shadow: maybe(fc.record({ x: amount, y: amount, blur: between(0, 9), color: colours })),
  animation: maybe(fc.record({ in: maybe(motion), out: maybe(motion), loop: maybe(motion) })),
});
const shape = fc.record({
  kind: fc.constantFrom(...VOCABULARY.shapeKind.filter((kind) => kind !== 'path')),
  ...{ width: between(4, 120), height: between(4, 90), fill: maybe(colours), stroke: maybe(colours) },
  ...{ strokeWidth: maybe(between(0, 12)), trimStart: maybe(between(0, 0.5)), trimEnd: maybe(between(0.5, 1)) },
});
const content = fc.oneof(
  fc.record({ type: fc.constant('video'), src: fc.constantFrom('video', 'small') }),
  fc.record({ type: fc.constant('image'), src: fc.constantFrom('photo', 'cutout') }),
  fc.record({ type: fc.constant('text'), textStyle }),
  fc.record({ type: fc.constant('shape'), shape }),
  fc.record({ type: fc.constant('adjustment') }),
);
const placed = fc.record({
  ...{ x: between(-90, 90), y: between(-60, 60), scale: between(0.05, 2.5), rotation: between(-200, 200) },
  opacity: fc.oneof(fc.constant(1), between(0, 1)),
});
const details = fc.record({
  ...{ effects, mask: maybe(mask), grade: maybe(grade), transition: maybe(transition) },
  ...{ blendMode: maybe(fc.constantFrom(...VOCABULARY.blendMode)), fit: maybe(fc.constantFrom(...VOCABULARY.fit)) },
  ...{ flipH: maybe(fc.boolean()), cornerRadius: maybe(between(0, 60)), scaleX: maybe(between(0.1, 2)) },
  ...{ skewX: maybe(between(-60, 60)), cropL: maybe(between(0, 0.4)), cropB: maybe(between(0, 0.4)) },
  kfX: maybe(
    fc.constant([
      { time: 0, value: -50, easing: 'easeInOut' },
      { time: 1, value: 50 },
    ]),
  ),
  speed: fc.constantFrom(1, 1, 0.5, 2),
  reverse: fc.boolean(),
});
const clip = fc.tuple(content, placed, details).map((parts) => JSON.parse(JSON.stringify(Object.assign({}, ...parts))));
/** Generates projects of two seconds: two to six clips with random content, place, effects and transitions. */
export const project = fc
  .array(fc.tuple(clip, fc.integer({ min: 0, max: 3 })), { minLength: 2, maxLength: 6, size: 'max' })
  .map((list) => {
    // Two clips of a second a track, one after the other: neighbours, for transitions.
    const ends = new Map<number, number>();
    const clips = list.flatMap(([fields, track]): Clip[] => {
      const start = ends.get(track) ?? 0;
      ends.set(track, start + 1);
      return start > 1 ? [] : [makeClip({ ...fields, trackIndex: track, start, duration: 1 })];
    });
    return parseDocument(makeDocument(width, height, clips, '#305070'));
  });
