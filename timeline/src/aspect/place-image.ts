import type { Clip } from '../document/clip.ts';
import { fitOf, type Item, unscaledBox } from './item.ts';
import type { Rect, Size } from './rect.ts';
import { withLengths } from './with-lengths.ts';

/** Canvas that a document was made for, and canvas that it is laid out on. */
export interface Canvases {
  readonly from: Size;
  readonly to: Size;
}

/**
 * Scales and crops a video or image so that it fills a box of the canvas.
 * The crop keeps the focal point, which is the clip's anchor, at the same relative position in the box.
 */
export function imageInBox(item: Item, box: Rect, canvases: Canvases): Clip {
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
 * Returns the visible part of the source as shares of it. Crops are shares of the box, and `cover` crops in addition.
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
 * Returns the part of length `wanted`, taken from `length` at `start`, in which the focal point keeps its relative
 * position.
 */
function cut(start: number, length: number, wanted: number, focus: number): { start: number; end: number } {
  const most = Math.max(0, length - wanted);
  const place = Math.min(1, Math.max(0, (focus - start) / length));
  const from = start + Math.min(most, Math.max(0, place * length - place * wanted));
  return { start: from, end: Math.min(1, from + Math.min(wanted, length)) };
}
