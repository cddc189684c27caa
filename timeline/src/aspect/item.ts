import type { Clip } from '../document/clip.ts';
import type { Keyframe } from '../document/keyframe.ts';
import type { Mask } from '../document/shape.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { estimatedText } from './estimated-text.ts';
import type { Rect, Size } from './rect.ts';

/**
 * Resizing rule of a clip on the new canvas. A text is wrapped again, a picture (video or image) is cropped, a plate
 * (rectangle or line) or a page takes any size, and a rigid clip keeps its shape.
 */
export type ItemKind = 'text' | 'picture' | 'plate' | 'page' | 'rigid';

/** Clip with its box on the canvas at rest, that is without its entrance and exit animations. */
export interface Item {
  readonly clip: Clip;
  readonly kind: ItemKind;
  readonly box: Rect;
  readonly rest: Rest;
  /** Size before `fit` is applied: the source's own pixels for a video or image, the drawn size for all others. */
  readonly own: Size;
  /** Start and end on the timeline. Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Values of a clip at its middle, where keyframed entrance and exit animations have no effect. */
export interface Rest {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly rotation: number;
}

/** Side of a shape without a size of its own. Pixels, the same as in the renderer. */
const SHAPE_SIDE = 200;
/** Shapes that may be stretched to any width and height, such as rectangles. */
const PLATES: ReadonlySet<string> = new Set(['rectangle', 'rounded-rectangle', 'line']);

/** Builds the layout item of a clip. A video or image of unknown size is taken to have the size of the canvas. */
export function itemOf(given: Clip, canvas: Size, media: MediaLookup): Item {
  const own = ownSize(given, canvas, media);
  const clip = given.mask && isFootage(given) ? containedClip(given, own, canvas) : given;
  const rest = restOf(clip);
  const isTurned = Math.abs(rest.rotation % 180) > 0.01 || (clip.skewX ?? 0) !== 0 || (clip.skewY ?? 0) !== 0;
  const item = { clip, rest, own, start: clip.start, end: clip.start + clip.duration };
  const isMasked = clip.mask !== undefined && clip.mask.shape !== 'none';
  return { ...item, kind: isTurned || isMasked ? 'rigid' : kindOf(clip), box: boxOf(clip, rest, own, canvas) };
}

/** Whether a clip shows a video or an image. */
export function isFootage({ type }: Clip): boolean {
  return type === 'video' || type === 'image';
}

/** Whether a clip has no crop at rest. */
export function isUncut({ cropL, cropR, cropT, cropB }: Clip): boolean {
  return !cropL && !cropR && !cropT && !cropB;
}

/** Returns the size of a clip's box after the clip's fit, but not its scale, is applied. Document pixels. */
export function unscaledBox(clip: Clip, own: Size, canvas: Size): Size {
  const fit = fitOf(clip);
  if (fit === 'cover' || fit === 'fill') return canvas;
  if (fit === 'none') return own;
  const ratio = Math.min(canvas.width / own.width, canvas.height / own.height);
  return { width: own.width * ratio, height: own.height * ratio };
}

/**
 * Returns the fit of a clip. Default: `contain` for videos and images, `fill` for adjustment layers, `none` for all
 * others.
 */
export function fitOf(clip: Clip): NonNullable<Clip['fit']> {
  if (clip.type === 'adjustment') return 'fill';
  return clip.fit ?? (isFootage(clip) ? 'contain' : 'none');
}

/**
 * Returns the anchor, which is the point that scaling and rotation do not move, as an offset from the middle of the
 * box. Document pixels.
 */
export function anchorOf(clip: Clip, box: Size): { x: number; y: number } {
  return { x: ((clip.anchorX ?? 0.5) - 0.5) * box.width, y: ((clip.anchorY ?? 0.5) - 0.5) * box.height };
}

function restOf(clip: Clip): Rest {
  const middle = clip.duration / 2;
  const at = (keyframes: readonly Keyframe[] | undefined, still: number) =>
    keyframes?.length ? keyframedValue(keyframes).at(middle) : still;
  const scale = at(clip.kfScale, clip.scale);
  return {
    x: at(clip.kfX, clip.x),
    y: at(clip.kfY, clip.y),
    scaleX: scale * at(clip.kfScaleX, clip.scaleX ?? 1),
    scaleY: scale * at(clip.kfScaleY, clip.scaleY ?? 1),
    rotation: at(clip.kfRotation, clip.rotation),
  };
}

function kindOf(clip: Clip): ItemKind {
  if (clip.type === 'text') return 'text';
  if (isFootage(clip)) return 'picture';
  if (clip.type === 'html') return 'page';
  return clip.type === 'shape' && PLATES.has(clip.shape?.kind ?? '') ? 'plate' : 'rigid';
}

function ownSize(clip: Clip, canvas: Size, media: MediaLookup): Size {
  if (clip.type === 'text' && clip.textStyle) {
    const { width, height } = estimatedText(clip.textStyle);
    const { paddingX = 0, paddingY = 0 } = clip.textStyle.background ?? {};
    return { width: width + 2 * paddingX, height: height + 2 * paddingY };
  }
  if (clip.type === 'shape') {
    return { width: clip.shape?.width ?? SHAPE_SIDE, height: clip.shape?.height ?? SHAPE_SIDE };
  }
  const { width, height } = clip.type === 'html' ? (clip.html ?? {}) : (media(clip.src) ?? {});
  return { width: width || canvas.width, height: height || canvas.height };
}

function boxOf(clip: Clip, rest: Rest, own: Size, canvas: Size): Rect {
  const box = unscaledBox(clip, own, canvas);
  const anchor = anchorOf(clip, box);
  const cropped = {
    left: ((clip.cropL ?? 0) - 0.5) * box.width,
    right: (0.5 - (clip.cropR ?? 0)) * box.width,
    top: ((clip.cropT ?? 0) - 0.5) * box.height,
    bottom: (0.5 - (clip.cropB ?? 0)) * box.height,
  };
  const { left, right, top, bottom } = maskedSides(clip, cropped);
  const turn = (rest.rotation * Math.PI) / 180;
  const down = alignedDown(clip, box);
  const corners = [left, right].flatMap((x) =>
    [top, bottom].map((y) => {
      const [dx, dy] = [(x - anchor.x) * rest.scaleX, (y + down - anchor.y) * rest.scaleY];
      return {
        x: canvas.width / 2 + rest.x + anchor.x + dx * Math.cos(turn) - dy * Math.sin(turn),
        y: canvas.height / 2 + rest.y + anchor.y + dx * Math.sin(turn) + dy * Math.cos(turn),
      };
    }),
  );
  const x = Math.min(...corners.map((corner) => corner.x));
  const y = Math.min(...corners.map((corner) => corner.y));
  return {
    x,
    y,
    width: Math.max(...corners.map((corner) => corner.x)) - x,
    height: Math.max(...corners.map((corner) => corner.y)) - y,
  };
}

interface Sides {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Mask shapes that are drawn in a box of their own. */
const BOXED: ReadonlySet<string> = new Set([
  ...['rectangle', 'rounded-rectangle', 'circle', 'ellipse', 'triangle', 'diamond', 'hexagon', 'star', 'heart'],
]);

/**
 * Returns the edges of a clip that are still visible under its mask, as distances from the clip's middle. Pixels at
 * scale 1.
 */
function maskedSides({ mask }: Clip, sides: Sides): Sides {
  if (!mask || mask.invert || !BOXED.has(mask.shape) || (mask.rotation ?? 0) % 180 !== 0) return sides;
  const { x = 0, y = 0 } = mask;
  let [width, height] = [mask.width ?? sides.right - sides.left, mask.height ?? sides.bottom - sides.top];
  if (mask.shape === 'circle') width = height = Math.min(width, height);
  return {
    left: Math.max(sides.left, x - width / 2),
    right: Math.min(sides.right, x + width / 2),
    top: Math.max(sides.top, y - height / 2),
    bottom: Math.min(sides.bottom, y + height / 2),
  };
}

/**
 * Rewrites a masked clip from the fit `cover` to `contain` with crops, without changing its image. The lengths of its
 * mask then depend on the source instead of the canvas.
 */
function containedClip(clip: Clip, own: Size, canvas: Size): Clip {
  if (fitOf(clip) !== 'cover') return clip;
  const [contain, cover] = [Math.min, Math.max].map((of) => of(canvas.width / own.width, canvas.height / own.height));
  if (contain === undefined || cover === undefined) return clip;
  const [width, height] = [canvas.width / (own.width * cover), canvas.height / (own.height * cover)];
  const crop = (share: number | undefined, shown: number) => (1 - shown) / 2 + (share ?? 0) * shown;
  const { mask = { shape: 'none' } } = clip;
  const kfScale = clip.kfScale?.map((one) => ({ ...one, value: (one.value * cover) / contain }));
  const sized = { ...mask, width: mask.width ?? canvas.width, height: mask.height ?? canvas.height };
  return {
    ...withLengths({ ...clip, mask: sized }, contain / cover),
    ...{ fit: 'contain', scale: (clip.scale * cover) / contain },
    ...(kfScale === undefined ? {} : { kfScale }),
    ...{ cropL: crop(clip.cropL, width), cropR: crop(clip.cropR, width) },
    ...{ cropT: crop(clip.cropT, height), cropB: crop(clip.cropB, height) },
  };
}

/**
 * Returns the distance from a clip's centre down to the middle of its box. Pixels at scale 1.
 * The distance is 0 except for texts that are aligned at their top or bottom.
 */
export function alignedDown(clip: Clip, box: Size): number {
  if (clip.type !== 'text') return 0;
  const half = box.height / 2 - (clip.textStyle?.background?.paddingY ?? 0);
  if (clip.textStyle?.verticalAlign === 'top') return half;
  return clip.textStyle?.verticalAlign === 'bottom' ? -half : 0;
}

/** Mask fields that are lengths. The points of a mask are lengths too. */
const MASK_LENGTHS = ['x', 'y', 'width', 'height', 'cornerRadius', 'feather', 'expansion', 'fontSize'] as const;

/** Multiplies the lengths of a clip (corner radius and mask) by `unit`, the factor by which its unscaled box grows. */
export function withLengths(clip: Clip, unit: number): Clip {
  if (Math.abs(unit - 1) < 1e-9) return clip;
  const { mask, cornerRadius } = clip;
  return {
    ...clip,
    ...(cornerRadius === undefined ? {} : { cornerRadius: cornerRadius * unit }),
    ...(mask === undefined ? {} : { mask: maskWithLengths(mask, unit) }),
  };
}

function maskWithLengths(mask: Mask, unit: number): Mask {
  const next = { ...mask };
  for (const field of MASK_LENGTHS) {
    const length = mask[field];
    if (length !== undefined) next[field] = length * unit;
  }
  if (mask.points) next.points = mask.points.map(([x, y]): [number, number] => [x * unit, y * unit]);
  return next;
}
