import type { TextStyle } from '../document/text-style.ts';
import { fittedText } from './estimated-text.ts';
import { type Item, isFootage } from './item.ts';
import type { LayoutNode } from './layout-tree.ts';
import { ACROSS, type Axis, around, crossOf, DOWN, endOf, type Rect, type Size } from './rect.ts';

/**
 * A clip with its new box. `factor` is the scale of a clip that keeps its shape; null if the box may change its shape.
 */
export interface Placed {
  readonly item: Item;
  readonly box: Rect;
  readonly factor: number | null;
  /** New style of a text that was wrapped again; absent for all other clips. */
  readonly style?: TextStyle;
}

/** Maximum size of a node of the layout tree, in pixels. */
export interface Room extends Size {
  /** Whether plates (background rectangles) and texts that span their node grow to this width or height. */
  readonly fillsWidth?: boolean;
  readonly fillsHeight?: boolean;
  /** Maximum width of texts, which keeps them in the area that every screen shows. */
  readonly textWidth: number;
}

/** Node of the layout tree (a clip or a group of clips), fitted into its available space. */
export interface Fitted extends Size {
  /** Returns the boxes of the clips when the upper left corner of the node is at `place`. */
  at(place: { x: number; y: number }): Placed[];
}

/**
 * Minimum scale of a row or column. Below it, a row is tried as a column and a column as a row, instead of being
 * shrunk.
 */
const LEAST_NARROWING = 0.82;
/** Maximum factor by which an image may grow when a row becomes a column. */
const MOST_GROWTH = 1.35;
/**
 * Minimum scale of images in a new column. Down to this scale only the images shrink; below it the texts shrink too.
 */
const LEAST_IMAGE = 0.55;
/** Gap between stacked elements, as a share of the shorter side of the available space. */
const USUAL_GAP = 0.03;
/** Minimum share of the whole width from which an element counts as spanning it. */
const SPANS = 0.9;

/**
 * Fits a layout into the available space: wraps texts again, and turns rows into columns or columns into rows where
 * this keeps clips larger. If the result is still too large, it is scaled down.
 */
export function fittedTree(node: LayoutNode, room: Room): Fitted {
  switch (node.kind) {
    case 'one':
      return fittedItem(node.item, room);
    case 'panel':
      return fittedPanel(node, room);
    case 'turns':
      return fittedTurns(node, room);
    case 'pile':
      return fittedPile(node.items, node.box, room);
    case 'row':
      return fittedRow(node, room);
  }
}

function fittedItem(item: Item, room: Room): Fitted {
  const { box, clip, rest } = item;
  const style = clip.textStyle;
  if (item.kind === 'text' && style && rest.scaleX > 0 && rest.scaleY > 0) {
    const { paddingX = 0, paddingY = 0 } = style.background ?? {};
    const most = Math.min(room.width, room.textWidth);
    const width = room.fillsWidth && style.width ? most : Math.min(most, box.width);
    const inner = { width: width / rest.scaleX - 2 * paddingX, height: room.height / rest.scaleY - 2 * paddingY };
    const before = style.width ? style.width : box.width / rest.scaleX - 2 * paddingX;
    const own = style.width ? inner : { ...inner, width: most / rest.scaleX - 2 * paddingX };
    const fitted = fittedText(style, own, before);
    const size = {
      width: (fitted.width + 2 * paddingX) * rest.scaleX,
      height: (fitted.height + 2 * paddingY) * rest.scaleY,
    };
    return single(item, size, fitted.style);
  }
  if (item.kind === 'plate') {
    return single(item, {
      width: room.fillsWidth ? room.width : Math.min(box.width, room.width),
      height: room.fillsHeight ? room.height : Math.min(box.height, room.height),
    });
  }
  return fittedPile([item], box, room);
}

function fittedPile(items: readonly Item[], box: Rect, room: Room): Fitted {
  const factor = Math.min(1, room.width / box.width, room.height / box.height);
  return pileAt(items, box, factor);
}

function pileAt(items: readonly Item[], box: Rect, factor: number): Fitted {
  return {
    width: box.width * factor,
    height: box.height * factor,
    at: ({ x, y }) =>
      items.map((item) => ({
        item,
        factor,
        box: {
          x: x + (item.box.x - box.x) * factor,
          y: y + (item.box.y - box.y) * factor,
          width: item.box.width * factor,
          height: item.box.height * factor,
        },
      })),
  };
}

function single(item: Item, size: Size, style?: TextStyle): Fitted {
  const placed = { item, factor: null, ...(style === undefined ? {} : { style }) };
  return { ...size, at: ({ x, y }) => [{ ...placed, box: { x, y, ...size } }] };
}

function fittedPanel({ plate, inner }: LayoutNode & { kind: 'panel' }, room: Room): Fitted {
  const { box } = plate;
  const pad = {
    left: inner.box.x - box.x,
    right: endOf(box, ACROSS) - endOf(inner.box, ACROSS),
    top: inner.box.y - box.y,
    bottom: endOf(box, DOWN) - endOf(inner.box, DOWN),
  };
  const low = Math.min(1, room.height / box.height);
  // A panel that has to become lower keeps its shape.
  const width = room.fillsWidth ? room.width : Math.min(box.width * low, room.width);
  const narrow = Math.min(1, width / box.width);
  const [padX, padY] = [Math.max(0, pad.left + pad.right) * narrow, Math.max(0, pad.top + pad.bottom) * low];
  const spans = inner.box.width >= 0.75 * box.width;
  const content = fittedTree(inner, {
    width: width - padX,
    height: Math.max(1, room.height - padY),
    fillsWidth: room.fillsWidth === true && spans,
    textWidth: room.textWidth,
  });
  const height = room.fillsHeight ? room.height : Math.max(Math.min(box.height, room.height), content.height + padY);
  const [left, top] = [share(pad.left, pad.right), share(pad.top, pad.bottom)];
  return {
    width,
    height,
    at: ({ x, y }) => [
      { item: plate, box: { x, y, width, height }, factor: null },
      ...content.at({ x: x + (width - content.width) * left, y: y + (height - content.height) * top }),
    ],
  };
}

function fittedTurns({ parts, box }: LayoutNode & { kind: 'turns' }, room: Room): Fitted {
  const fitted = parts.map((part) => fittedTree(part, spanning(part, box, room, ACROSS)));
  const width = Math.max(...fitted.map((one) => one.width));
  const height = Math.max(...fitted.map((one) => one.height));
  return {
    width,
    height,
    at: ({ x, y }) =>
      fitted.flatMap((one, index) => {
        const part = parts[index]?.box ?? box;
        return one.at({
          x: x + (width - one.width) * shareIn(part, box, ACROSS),
          y: y + (height - one.height) * shareIn(part, box, DOWN),
        });
      }),
  };
}

function fittedRow(node: LayoutNode & { kind: 'row' }, room: Room): Fitted {
  const { axis, parts, box } = node;
  const { length } = axis;
  const gaps = gapsOf(parts, axis);
  const free = room[length] - sum(gaps);
  const wanted = parts.map((part) => fittedTree(part, spanning(part, box, room, axis)));
  const narrowing = free / sum(wanted.map((one) => one[length]));
  if (narrowing >= 0.999) return lined(node, axis, wanted, gaps);
  const isOtherShape = room[crossOf(axis).length] / room[length] > (box[crossOf(axis).length] / box[length]) * 1.2;
  if (narrowing < LEAST_NARROWING && isOtherShape) {
    const turned = axis === ACROSS ? stacked(node, room, narrowing) : besideEachOther(node, room);
    if (turned) return turned;
  }
  // Gaps shrink first, then every part by the same factor.
  const closer = gaps.map((gap) => gap * Math.max(0.5, Math.min(1, room[length] / box[length])));
  const factor = Math.max(0.05, (room[length] - sum(closer)) / sum(wanted.map((one) => one[length])));
  const fitted = parts.map((part, index) => {
    const most = (wanted[index]?.[length] ?? room[length]) * Math.min(1, factor);
    return fittedTree(part, { ...spanning(part, box, room, axis), [length]: most });
  });
  return lined(node, axis, fitted, closer);
}

/**
 * Positions the elements of a row or column one after the other along an axis. In the other direction, each element
 * keeps its alignment.
 */
function lined(
  { parts, box, axis: before }: LayoutNode & { kind: 'row' },
  axis: Axis,
  fitted: readonly Fitted[],
  gaps: readonly number[],
): Fitted {
  const cross = crossOf(axis);
  const [along, across] = [axis.length, cross.length];
  const whole = {
    [along]: sum(fitted.map((one) => one[along])) + sum(gaps),
    [across]: Math.max(...fitted.map((one) => one[across])),
  };
  const size = { width: whole.width ?? 0, height: whole.height ?? 0 };
  return {
    ...size,
    at: (place) => {
      let next = place[axis.at];
      return fitted.flatMap((one, index) => {
        const part = parts[index]?.box ?? box;
        const side = before === axis ? shareIn(part, box, cross) : 0.5;
        const start = next;
        next += one[along] + (gaps[index] ?? 0);
        const offset = place[cross.at] + (size[across] - one[across]) * side;
        return one.at(axis === ACROSS ? { x: start, y: offset } : { x: offset, y: start });
      });
    },
  };
}

/**
 * Stacks the elements of a row into a column. Images shrink before texts do. Returns null if every element would become
 * smaller than `narrowing`.
 */
function stacked(node: LayoutNode & { kind: 'row' }, room: Room, narrowing: number): Fitted | null {
  const { parts, axis } = node;
  const gap = Math.max(Math.min(...gapsOf(parts, axis)), USUAL_GAP * Math.min(room.width, room.height));
  const gaps = parts.slice(1).map(() => gap);
  const wanted = parts.map((part) => fittedTree(part, { ...room, fillsWidth: false, fillsHeight: false }));
  const free = room.height - sum(gaps);
  const total = sum(wanted.map((one) => one.height));
  if (free / total < narrowing * 1.1) return null;
  const ofImages = sum(wanted.map((one, index) => (isImage(parts[index]) ? one.height : 0)));
  const smaller = ofImages > 0 ? Math.min(1, Math.max(LEAST_IMAGE, 1 - (total - free) / ofImages)) : 1;
  const rest = Math.min(1, (free - ofImages * smaller) / (total - ofImages || 1));
  const widest = Math.max(...wanted.map((one) => one.width));
  const fitted = parts.map((part, index) => {
    const height = (wanted[index]?.height ?? free) * (isImage(part) ? smaller : rest);
    const one = fittedTree(part, { width: room.width, height, textWidth: room.textWidth });
    const growth = Math.min(MOST_GROWTH, widest / one.width);
    const grows = part.kind === 'one' && isImage(part) && growth > 1 && (growth - 1) * one.height <= free - total;
    return grows ? pileAt([part.item], part.box, (growth * one.width) / part.box.width) : one;
  });
  return lined(node, DOWN, fitted, gaps);
}

/**
 * Splits a column into two columns: its large first or last image, and everything else. Returns null if the column has
 * no such image.
 */
function besideEachOther(node: LayoutNode & { kind: 'row' }, room: Room): Fitted | null {
  const [first, last] = [node.parts[0], node.parts.at(-1)];
  const isLarge = (part: LayoutNode | undefined) =>
    part !== undefined && holdsImage(part) && part.box.height >= 0.3 * node.box.height;
  const image = isLarge(first) ? first : isLarge(last) ? last : undefined;
  if (!image || node.parts.length < 2) return null;
  const rest = node.parts.filter((part) => part !== image);
  const bounds = around(rest.map((part) => part.box));
  const [only] = rest;
  const others: LayoutNode = only && rest.length === 1 ? only : { kind: 'row', axis: DOWN, parts: rest, box: bounds };
  const gap = 2 * USUAL_GAP * Math.min(room.width, room.height);
  const half = { width: (room.width - gap) / 2, height: room.height, textWidth: room.textWidth };
  const [a, b] = [fittedTree(image, half), fittedTree(others, half)];
  const order = image === first ? [a, b] : [b, a];
  return lined({ ...node, parts: image === first ? [image, others] : [others, image] }, ACROSS, order, [gap]);
}

/** Whether a node of the layout tree is an image, alone or with clips on top of it. */
function isImage(node: LayoutNode | undefined): boolean {
  return (node?.kind === 'one' || node?.kind === 'pile') && holdsImage(node);
}

function holdsImage(node: LayoutNode): boolean {
  if (node.kind === 'one') return isFootage(node.item.clip) || node.item.kind === 'page';
  if (node.kind === 'panel') return holdsImage(node.inner);
  if (node.kind === 'pile') return node.items.some(({ clip }) => isFootage(clip));
  return node.parts.some(holdsImage);
}

/**
 * Returns the available space of an element. Only an element that spans the whole layout may grow; all others keep at
 * most their size.
 */
function spanning(part: LayoutNode, whole: Rect, room: Room, axis: Axis): Room {
  const spans = axis === DOWN || whole.width === part.box.width ? part.box.width >= SPANS * whole.width : false;
  return { ...room, fillsHeight: false, fillsWidth: room.fillsWidth === true && spans };
}

function gapsOf(parts: readonly LayoutNode[], axis: Axis): number[] {
  return parts.slice(1).map((part, index) => {
    const before = parts[index];
    return before ? part.box[axis.at] - endOf(before.box, axis) : 0;
  });
}

/**
 * Returns the alignment of the box `inner` in the box `outer` along an axis: 0 at the start, 0.5 in the middle, 1 at
 * the end. The result is 0.5 if both boxes have the same length.
 */
function shareIn(inner: Rect, outer: Rect, axis: Axis): number {
  return share(inner[axis.at] - outer[axis.at], endOf(outer, axis) - endOf(inner, axis));
}

function share(before: number, after: number): number {
  const [first, last] = [Math.max(0, before), Math.max(0, after)];
  return first + last < 1 ? 0.5 : first / (first + last);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
