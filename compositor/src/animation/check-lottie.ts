import { FramemillError, isRecord } from '@framemill/timeline/rendering';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import { ANIMATION_MAX_PIXELS } from '../formats/upload-formats.ts';
import {
  eachObject,
  eachValue,
  isTextDocument,
  type LottieObject,
  largestNumber,
  objectsOf,
  valuesOf,
} from './lottie-json.ts';

/** Size and time of an animation. */
export interface LottieTraits {
  /** Size of the canvas in pixels. */
  readonly width: number;
  readonly height: number;
  /** Frames a second, and number of frames. Neither needs to be whole. */
  readonly fps: number;
  readonly frames: number;
}

const MAX_DURATION_SEC = 12 * 3600;
const MOST_FPS = 1_000;
/** Maximum number of lists and objects inside each other. */
const MAX_DEPTH = 200;
/** Maximum number of compositions inside each other. Each may need an image of the whole canvas. */
const MAX_COMPOSITIONS = 16;
/** Maximum number of shapes, layers and letters that are drawn for a frame, with all copies. */
const MAX_ELEMENTS = 50_000;
/** Maximum number of corners of a star, and of ridges of a zigzag. */
const MAX_POINTS = 1_000;

/**
 * Checks that a Lottie file can be drawn at reasonable cost. Compositions and repeaters multiply what they contain, so
 * their product is limited. Throws `invalid_request` with the fault and the value.
 */
export function checkLottie(root: LottieObject): LottieTraits {
  const traits = traitsOf(root);
  eachValue(root, (_value, _key, depth) => {
    if (depth > MAX_DEPTH) throw refused(`is nested deeper than ${MAX_DEPTH} levels. Simplify it`);
  });
  eachObject(root, (object) => {
    const points = object.ty === 'sr' ? largestNumber(object.pt) : object.ty === 'zz' ? largestNumber(object.r) : 0;
    if (points > MAX_POINTS)
      throw refused(`has a shape of ${points} points, but at most ${MAX_POINTS} are allowed. Reduce them`);
  });
  const compositions = new Map(objectsOf(root.assets).map((asset) => [asset.id, asset.layers]));
  const { elements } = createCounter(compositions)(root.layers, []);
  if (elements > MAX_ELEMENTS)
    throw refused(`draws ${elements} elements, but at most ${MAX_ELEMENTS} are allowed. Simplify it`);
  return traits;
}

function traitsOf({ w, h, fr, ip, op, layers }: LottieObject): LottieTraits {
  const numbers = { w, h, fr, ip, op };
  for (const [name, value] of Object.entries(numbers)) {
    if (typeof value === 'number' && Number.isFinite(value)) continue;
    throw refused(`has no number "${name}" (got ${JSON.stringify(value)?.slice(0, 40)}). Export it again`);
  }
  if (objectsOf(layers).length === 0) throw refused('has no layers. Export it again');
  const [width, height, fps, start, end] = [w, h, fr, ip, op].map(Number);
  if (width === undefined || height === undefined || fps === undefined || start === undefined || end === undefined)
    throw refused('has no size. Export it again');
  if (!(width >= 1 && height >= 1 && width * height <= ANIMATION_MAX_PIXELS))
    throw refused(
      `has a canvas of ${width}x${height}, but 1x1 to ${ANIMATION_MAX_PIXELS / 1e6} megapixels are allowed`,
    );
  if (!(fps > 0 && fps <= MOST_FPS)) throw refused(`has a rate of ${fps}, but at most ${MOST_FPS} is allowed`);
  if (!(end > start)) throw refused(`ends at frame ${end}, but begins at frame ${start}. Export it again`);
  if ((end - start) / fps > MAX_DURATION_SEC)
    throw refused(`lasts ${Math.round((end - start) / fps)} s, but at most ${MAX_DURATION_SEC} s are allowed`);
  return { width: Math.round(width), height: Math.round(height), fps, frames: end - start };
}

/** Cost of a composition: number of drawn elements, and depth of the compositions inside it. */
interface Cost {
  elements: number;
  height: number;
}

/** Returns a function that counts what layers draw, including the compositions that they show. */
function createCounter(compositions: ReadonlyMap<unknown, unknown>) {
  // Each composition is counted once: thousands of copies would take long.
  const known = new Map<unknown, Cost>();

  return function costOf(layers: unknown, path: readonly unknown[]): Cost {
    const cost: Cost = { elements: 0, height: 0 };
    for (const layer of objectsOf(layers)) {
      cost.elements += 1 + shapeElements(layer.shapes) + lettersOf(layer);
      const { refId } = layer;
      const inner = compositions.get(refId);
      if (inner === undefined) continue;
      if (path.includes(refId))
        throw refused(`has a composition that contains itself: ${[...path, refId].join(' > ')}`);
      if (path.length >= MAX_COMPOSITIONS) throw tooDeep();
      const inside = known.get(refId) ?? costOf(inner, [...path, refId]);
      known.set(refId, inside);
      cost.elements += inside.elements;
      cost.height = Math.max(cost.height, inside.height + 1);
      if (cost.height > MAX_COMPOSITIONS) throw tooDeep();
    }
    return cost;
  };
}

function tooDeep(): FramemillError {
  return refused(`nests compositions deeper than ${MAX_COMPOSITIONS} levels. Merge some`);
}

function shapeElements(shapes: unknown): number {
  let [count, copies] = [0, 1];
  for (const shape of objectsOf(shapes)) {
    if (shape.ty === 'rp') copies *= Math.max(1, largestNumber(shape.c));
    else count += 1 + shapeElements(shape.it) + Math.floor(cornersOf(shape) / 100);
  }
  return count * copies;
}

function cornersOf({ ks }: LottieObject): number {
  const corners = (valuesOf(ks) ?? [])
    .flat()
    .map((path) => (isRecord(path) && Array.isArray(path.v) ? path.v.length : 0));
  return corners.reduce((most, value) => Math.max(most, value), 0);
}

function lettersOf({ t }: LottieObject): number {
  const documents = isRecord(t) ? (valuesOf(t.d) ?? []) : [];
  return documents.reduce<number>((most, one) => Math.max(most, isTextDocument(one) ? one.t.length : 0), 0);
}

/** Names of the bundled families as they are compared, with their proper names. */
const families = new Map(bundledFonts.map(({ family }) => [plainName(family), family]));

/** Returns the bundled family that has the name of a font in a Lottie file; undefined when there is none. */
export function bundledFamily(name: unknown): string | undefined {
  return typeof name === 'string' ? families.get(plainName(name)) : undefined;
}

function plainName(family: string): string {
  return family.toLowerCase().replace(/[\s_-]/g, '');
}

/** Layer types that Lottie players do not draw, with their names. */
const undrawnLayers: ReadonlyMap<unknown, string> = new Map([
  [6, 'audio layers, which are not played'],
  [13, 'cameras, which are not used'],
]);

/** Returns the parts of a Lottie file that are not shown or not run, each as a sentence. */
export function lottieWarnings(root: LottieObject): string[] {
  let expressions = 0;
  const undrawn = new Set<string>();
  const fonts = new Set<string>();
  const listed = isRecord(root.fonts) ? objectsOf(root.fonts.list) : [];
  const drawnLetters = new Set(objectsOf(root.chars).map(({ fFamily }) => fFamily));
  const familyOf = (font: string) => listed.find(({ fName }) => fName === font)?.fFamily ?? font;
  eachObject(root, (object) => {
    if (typeof object.x === 'string' && 'k' in object) expressions += 1;
    if (isTextDocument(object)) {
      const family = familyOf(object.f);
      if (!drawnLetters.has(family) && bundledFamily(family) === undefined) fonts.add(String(family));
    }
  });
  for (const { layers } of [root, ...objectsOf(root.assets)]) {
    for (const { ty } of objectsOf(layers)) {
      const what = undrawnLayers.get(ty);
      if (what !== undefined) undrawn.add(what);
    }
  }
  const outside = objectsOf(root.assets).filter(({ p, layers }) => !layers && typeof p === 'string' && !isEmbedded(p));
  return [
    ...(expressions > 0
      ? [`Expressions are not run. ${expressions} of its values have one and keep the value in the file.`]
      : []),
    ...[...undrawn].map((what) => `It has ${what}.`),
    ...(outside.length > 0
      ? [`${outside.length} of its images or sounds are not in the file and are left out. Embed them.`]
      : []),
    ...[...fonts]
      .slice(0, 5)
      .map((font) => `Text in the font "${font.slice(0, 60)}" is drawn in ${bundledFonts[0]?.family}.`),
  ];
}

/** Whether the path of an asset is its content, as a data URI. */
export function isEmbedded(path: string): boolean {
  return path.startsWith('data:');
}

/** Creates the error for a Lottie file that cannot be drawn. `what` completes "This file is a Lottie animation that". */
export function refused(what: string, cause?: unknown): FramemillError {
  return new FramemillError('invalid_request', `This file is a Lottie animation that ${what}.`, {}, { cause });
}
