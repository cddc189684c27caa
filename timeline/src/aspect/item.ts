import type { Clip } from '../document/clip.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { estimatedText } from './estimated-text.ts';
import type { Rect, Size } from './rect.ts';
import { withLengths } from './with-lengths.ts';

/** How the box of a clip may change: a text wraps anew, a picture is cut, a plate is any size, the rest keeps its shape. */
export type ItemKind = 'text' | 'picture' | 'plate' | 'page' | 'rigid';

/** A clip and the box that it takes on the canvas where it rests. */
export interface Item {
  readonly clip: Clip;
  readonly kind: ItemKind;
  readonly box: Rect;
  readonly rest: Rest;
  /** Before fit: of a picture its own pixels, of everything else its drawing. */
  readonly own: Size;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Where a clip rests: what its keyframes say in its middle, so that a way in or out does not count. */
export interface Rest {
  readonly x: number;
  readonly y: number;
  readonly scaleX: number;
  readonly scaleY: number;
  readonly rotation: number;
}

/** Side of a shape that names none. Pixels; the renderer's. */
const SHAPE_SIDE = 200;
/** Shapes that stay what they are at any width and height. */
const PLATES: ReadonlySet<string> = new Set(['rectangle', 'rounded-rectangle', 'line']);

/** A clip as something to be laid out. A picture whose size is unknown is taken to have the shape of the canvas. */
export function itemOf(given: Clip, canvas: Size, media: MediaLookup): Item {
  const own = ownSize(given, canvas, media);
  const clip = given.mask && isFootage(given) ? containedClip(given, own, canvas) : given;
  const rest = restOf(clip);
  const isTurned = Math.abs(rest.rotation % 180) > 0.01 || (clip.skewX ?? 0) !== 0 || (clip.skewY ?? 0) !== 0;
  const item = { clip, rest, own, start: clip.start, end: clip.start + clip.duration };
  const isMasked = clip.mask !== undefined && clip.mask.shape !== 'none';
  return { ...item, kind: isTurned || isMasked ? 'rigid' : kindOf(clip), box: boxOf(clip, rest, own, canvas) };
}

/** Whether a clip shows a video or a picture. */
export function isFootage({ type }: Clip): boolean {
  return type === 'video' || type === 'image';
}

/** Whether a clip that rests shows all of its box. */
export function isUncut({ cropL, cropR, cropT, cropB }: Clip): boolean {
  return !cropL && !cropR && !cropT && !cropB;
}

/** The clip's unscaled box: its picture under its fit. Document pixels. */
export function unscaledBox(clip: Clip, own: Size, canvas: Size): Size {
  const fit = fitOf(clip);
  if (fit === 'cover' || fit === 'fill') return canvas;
  if (fit === 'none') return own;
  const ratio = Math.min(canvas.width / own.width, canvas.height / own.height);
  return { width: own.width * ratio, height: own.height * ratio };
}

/** How a picture is fitted; `contain` where nothing is said. */
export function fitOf(clip: Clip): NonNullable<Clip['fit']> {
  if (clip.type === 'adjustment') return 'fill';
  return clip.fit ?? (isFootage(clip) ? 'contain' : 'none');
}

/** The point of its box that scale and turn leave in place, from the middle of the box. Document pixels. */
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

/** Masks that are drawn in a box of their own. */
const BOXED: ReadonlySet<string> = new Set([
  ...['rectangle', 'rounded-rectangle', 'circle', 'ellipse', 'triangle', 'diamond', 'hexagon', 'star', 'heart'],
]);

/** What a mask leaves of a clip's sides, from its middle. Pixels at scale 1. */
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

/** A masked picture as it is, said by `contain` and crops: the lengths of its mask then hang on the picture, not on the canvas. */
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

/** How far below the clip's centre the middle of its box lies: a text may have an edge there. Pixels at scale 1. */
export function alignedDown(clip: Clip, box: Size): number {
  if (clip.type !== 'text') return 0;
  const half = box.height / 2 - (clip.textStyle?.background?.paddingY ?? 0);
  if (clip.textStyle?.verticalAlign === 'top') return half;
  return clip.textStyle?.verticalAlign === 'bottom' ? -half : 0;
}
