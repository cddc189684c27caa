import type { Clip } from '../document/clip.ts';
import type { Keyframe } from '../document/keyframe.ts';
import type { Placed } from './fitted-tree.ts';
import { alignedDown, anchorOf, fitOf, type Item, isUncut, unscaledBox, withLengths } from './item.ts';
import type { Rect, Size } from './rect.ts';

/**
 * Minimum distance of a keyframe from the clip's resting position, as a share of the canvas, at which it counts as
 * outside of the canvas. Such a keyframe remains outside on the new canvas.
 */
const WAY_OUT = 0.5;

/** Moves a clip and its keyframes to the box that the layout gives it on the new canvas. */
export function placeItem(placed: Placed, canvases: Canvases): Clip {
  const { item, factor } = placed;
  return tidied(withKeyframes(laidOut(placed, canvases), item, factor ?? 1, canvases));
}

function laidOut(placed: Placed, canvases: Canvases): Clip {
  const { item, box, factor } = placed;
  if (item.kind === 'picture') return imageInBox(item, box, canvases);
  return factor === null ? reshaped(placed, canvases) : scaled(placed, factor, canvases);
}

/**
 * Makes a clip cover the new canvas and scales its movement in proportion. The fit `contain-blur` is kept, because it
 * leaves no empty areas at the edges of the canvas.
 */
export function coverCanvas(item: Item, canvases: Canvases): Clip {
  const { clip } = item;
  const { from, to } = canvases;
  const moved = { ...clip, ...shifted(clip, { x: to.width / from.width, y: to.height / from.height }) };
  if (item.kind !== 'picture' || fitOf(clip) === 'contain-blur') {
    return tidied(item.kind === 'page' ? pageOf(moved, to) : moved);
  }
  const isPlain = isUncut(clip) && !clip.kfCropL?.length;
  const hasFocus = (clip.anchorX ?? 0.5) !== 0.5 || (clip.anchorY ?? 0.5) !== 0.5;
  if (isPlain && !hasFocus) {
    const factor = coverFactor(item, from);
    const scale = Math.max(1, clip.scale * factor);
    const { kfScale } = clip;
    const scales = kfScale && { kfScale: withValues(kfScale, (value) => Math.max(1, value * factor)) };
    return tidied({ ...moved, fit: 'cover', scale, ...scales });
  }
  const whole = imageInBox(item, { x: 0, y: 0, ...to }, canvases);
  return tidied(withKeyframes(whole, item, 1, canvases));
}

/** Returns the factor that keeps the size of a video or image when its fit becomes `cover`. */
function coverFactor({ clip, own }: Item, canvas: Size): number {
  const { width, height } = unscaledBox(clip, own, canvas);
  if (fitOf(clip) === 'cover' || fitOf(clip) === 'fill') return 1;
  const covering = Math.max(canvas.width / own.width, canvas.height / own.height);
  return Math.min(width / own.width, height / own.height) / covering;
}

function reshaped({ item, box, style }: Placed, canvases: Canvases): Clip {
  const { clip, rest } = item;
  const size = { width: box.width / rest.scaleX, height: box.height / rest.scaleY };
  const changed =
    item.kind === 'text' && style
      ? { ...clip, textStyle: style }
      : item.kind === 'plate' && clip.shape
        ? { ...clip, shape: { ...clip.shape, ...size } }
        : item.kind === 'page'
          ? pageOf(clip, size)
          : clip;
  const anchor = anchorOf(clip, size);
  const down = alignedDown(changed, size);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return {
    ...changed,
    x: middle.x - canvases.to.width / 2 - anchor.x * (1 - rest.scaleX),
    y: middle.y - canvases.to.height / 2 - anchor.y * (1 - rest.scaleY) - down * rest.scaleY,
  };
}

/** Sets the size of an HTML clip's page. */
function pageOf(clip: Clip, { width, height }: Size): Clip {
  return clip.html ? { ...clip, html: { ...clip.html, width: Math.round(width), height: Math.round(height) } } : clip;
}

function scaled({ item, box }: Placed, factor: number, canvases: Canvases): Clip {
  const { clip, own, rest } = item;
  const { from, to } = canvases;
  const [before, after] = [unscaledBox(clip, own, from), unscaledBox(clip, own, to)];
  const [unitX, unitY] = [after.width / before.width, after.height / before.height];
  const stretched = Math.abs(unitX - unitY) > 1e-9 ? { scaleY: ((clip.scaleY ?? 1) * unitX) / unitY } : {};
  const [anchor, anchorAfter] = [anchorOf(clip, before), anchorOf(clip, after)];
  const offset = {
    x: item.box.x + item.box.width / 2 - from.width / 2 - rest.x,
    y: item.box.y + item.box.height / 2 - from.height / 2 - rest.y,
  };
  return {
    ...withLengths({ ...clip, ...stretched }, unitX),
    scale: (clip.scale * factor) / unitX,
    x: box.x + box.width / 2 - to.width / 2 - anchorAfter.x - (offset.x - anchor.x) * factor,
    y: box.y + box.height / 2 - to.height / 2 - anchorAfter.y - (offset.y - anchor.y) * factor,
  };
}

/**
 * Adapts the keyframes of a clip: positions shift with its resting position, scales are multiplied by the change of its
 * scale.
 */
function withKeyframes(clip: Clip, { clip: before, rest, kind }: Item, factor: number, { from, to }: Canvases): Clip {
  const way = (length: number, other: number) => (delta: number) =>
    Math.abs(delta) >= WAY_OUT * length ? delta * Math.max(1, other / length) : delta * factor;
  const [across, down] = [way(from.width, to.width), way(from.height, to.height)];
  const old = kind === 'picture' ? rest.scaleX : before.scale;
  const grown = old > 0 ? clip.scale / old : 1;
  const { kfX, kfY, kfScale } = clip;
  return {
    ...clip,
    ...(kfX && { kfX: withValues(kfX, (value) => clip.x + across(value - rest.x)) }),
    ...(kfY && { kfY: withValues(kfY, (value) => clip.y + down(value - rest.y)) }),
    ...(kfScale && { kfScale: withValues(kfScale, (value) => value * grown) }),
  };
}

/**
 * Multiplies the position and its keyframes by a ratio for each axis. Positions count from the middle of the canvas.
 */
function shifted({ x, y, kfX, kfY }: Clip, ratio: { x: number; y: number }): Partial<Clip> {
  return {
    ...{ x: x * ratio.x, y: y * ratio.y },
    ...(kfX && { kfX: withValues(kfX, (value) => value * ratio.x) }),
    ...(kfY && { kfY: withValues(kfY, (value) => value * ratio.y) }),
  };
}

function withValues(keyframes: readonly Keyframe[], value: (old: number) => number): Keyframe[] {
  return keyframes.map((one) => ({ ...one, value: value(one.value) }));
}

/**
 * Rounds positions to 0.1 pixel, scales to 5 digits and shape sizes to whole pixels, because finer steps are invisible.
 */
function tidied(clip: Clip): Clip {
  const places = (value: number, digits: number) => Number(value.toFixed(digits));
  const keyframes = (list: Keyframe[] | undefined, digits: number) =>
    list && withValues(list, (value) => places(value, digits));
  const [kfX, kfY, kfScale] = [keyframes(clip.kfX, 1), keyframes(clip.kfY, 1), keyframes(clip.kfScale, 5)];
  return {
    ...clip,
    ...{ x: places(clip.x, 1), y: places(clip.y, 1), scale: places(clip.scale, 5) },
    ...(kfX ? { kfX } : {}),
    ...(kfY ? { kfY } : {}),
    ...(kfScale ? { kfScale } : {}),
    ...(clip.shape ? { shape: { ...clip.shape, ...roundedSize(clip.shape) } } : {}),
  };
}

function roundedSize({ width, height }: Partial<Size>): Partial<Size> {
  return {
    ...(width === undefined ? {} : { width: Math.round(width) }),
    ...(height === undefined ? {} : { height: Math.round(height) }),
  };
}

/** Size of the original canvas (`from`) and of the new canvas (`to`). */
interface Canvases {
  readonly from: Size;
  readonly to: Size;
}

/**
 * Scales and crops a video or image so that it fills a box of the canvas.
 * The crop keeps the focal point, which is the clip's anchor, at the same relative position in the box.
 */
function imageInBox(item: Item, box: Rect, canvases: Canvases): Clip {
  const { clip, own } = item;
  const shown = shownShare(item, canvases.from);
  const focus = { x: clip.anchorX ?? 0.5, y: clip.anchorY ?? 0.5 };
  const contained = Math.min(canvases.to.width / own.width, canvases.to.height / own.height);
  const ratio = Math.max(box.width / (own.width * shown.width), box.height / (own.height * shown.height));
  const across = cut(shown.x, shown.width, box.width / (own.width * ratio), focus.x);
  const down = cut(shown.y, shown.height, box.height / (own.height * ratio), focus.y);
  const scale = ratio / contained;
  const before = unscaledBox(clip, own, canvases.from);
  const unit = (own.width * contained) / before.width;
  const whole = { width: own.width * ratio, height: own.height * ratio };
  const { scaleX: _sx, scaleY: _sy, ...rest } = clip;
  // The source's middle is placed so that its visible part fills the box; scaling leaves its anchor in place.
  const middle = (start: number, length: number, canvas: number, part: { start: number; end: number }, own: number) =>
    start + length / 2 - canvas / 2 - ((part.start + part.end) / 2 - 0.5) * own;
  const fixed = (share: number, side: number) => (share - 0.5) * side * (1 - scale);
  const x = middle(box.x, box.width, canvases.to.width, across, whole.width) - fixed(focus.x, own.width * contained);
  const y = middle(box.y, box.height, canvases.to.height, down, whole.height) - fixed(focus.y, own.height * contained);
  return {
    ...withLengths(rest, unit),
    ...{ fit: 'contain', x, y, scale },
    ...{ cropL: across.start, cropR: 1 - across.end, cropT: down.start, cropB: 1 - down.end },
  };
}

/**
 * Returns the visible part of the source, as shares of its size. Crops are shares of the box, and `cover` crops the
 * source in addition.
 */
function shownShare({ clip, own }: Item, canvas: Size): Rect {
  const [left, top] = [clip.cropL ?? 0, clip.cropT ?? 0];
  const crop = { x: left, y: top, width: 1 - left - (clip.cropR ?? 0), height: 1 - top - (clip.cropB ?? 0) };
  if (fitOf(clip) !== 'cover') return crop;
  const ratio = Math.max(canvas.width / own.width, canvas.height / own.height);
  const [width, height] = [canvas.width / (own.width * ratio), canvas.height / (own.height * ratio)];
  return {
    x: (1 - width) / 2 + crop.x * width,
    y: (1 - height) / 2 + crop.y * height,
    width: crop.width * width,
    height: crop.height * height,
  };
}

/**
 * Crops a range of a source to the length `wanted`, so that the focal point keeps its relative position. All values are
 * shares of the source's width or height.
 */
function cut(start: number, length: number, wanted: number, focus: number): { start: number; end: number } {
  const most = Math.max(0, length - wanted);
  const place = Math.min(1, Math.max(0, (focus - start) / length));
  const from = start + Math.min(most, Math.max(0, place * length - place * wanted));
  return { start: from, end: Math.min(1, from + Math.min(wanted, length)) };
}
