import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { id, oneOf, pixels } from '../document/scalars.ts';
import { checked, withClip } from '../edit/change-clip.ts';
import { findVisibleClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { FITS, LAYOUTS, type Layout } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

/** Rectangle of the canvas, in pixels: its size, and the offset of its centre from the centre of the canvas. */
interface Cell {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Canvas {
  width: number;
  height: number;
}

/** Width and height of a small picture-in-picture cell, as fractions of the canvas. */
const PIP_SHARE = 0.3;

/** Default distance of small cells from the edge of the canvas, as a fraction of the canvas's shorter side. */
const PIP_MARGIN = 0.04;

/** Corners for the small cells, in order: right or left, bottom or top. */
const PIP_CORNERS = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const;

/** Maximum number of clips in the layout `pip` (picture in picture): one large clip and one in each corner. */
const PIP_MOST = PIP_CORNERS.length + 1;

/**
 * Computes the cells of `count` clips, in the order of the clips. `gapPx` is the gap between cells; in the layout
 * `pip`, the distance of small cells from the edge.
 */
function layoutCells(layout: Layout, count: number, canvas: Canvas, gapPx: number | undefined): Cell[] {
  if (layout === 'pip') return pipCells(count, canvas, gapPx ?? PIP_MARGIN * Math.min(canvas.width, canvas.height));
  const columns = layout === 'split-h' ? count : layout === 'split-v' ? 1 : Math.ceil(Math.sqrt(count));
  return gridCells(count, columns, canvas, gapPx ?? 0);
}

function pipCells(count: number, canvas: Canvas, marginPx: number): Cell[] {
  const width = canvas.width * PIP_SHARE;
  const height = canvas.height * PIP_SHARE;
  const small = PIP_CORNERS.slice(0, count - 1).map(
    ([right, bottom]): Cell => ({
      x: right * ((canvas.width - width) / 2 - marginPx),
      y: bottom * ((canvas.height - height) / 2 - marginPx),
      width,
      height,
    }),
  );
  return [{ x: 0, y: 0, ...canvas }, ...small];
}

/** Computes the cells of a grid, row by row from the top left. If the last row is not full, it is centred. */
function gridCells(count: number, columns: number, canvas: Canvas, gapPx: number): Cell[] {
  const rows = Math.ceil(count / columns);
  const width = (canvas.width - gapPx * (columns - 1)) / columns;
  const height = (canvas.height - gapPx * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, place): Cell => {
    const row = Math.floor(place / columns);
    const inRow = Math.min(columns, count - row * columns);
    return {
      x: ((place % columns) - (inRow - 1) / 2) * (width + gapPx),
      y: (row - (rows - 1) / 2) * (height + gapPx),
      width,
      height,
    };
  });
}

/** Properties whose keyframes override a clip's position and size. */
const PLACING = ['x', 'y', 'scale', 'scaleX', 'scaleY'] as const;

/** Moves a clip to the middle of the canvas at scale 1. Rotation, flips and crop do not change. */
function withoutPlace(clip: Clip): Clip {
  const { scaleX: _x, scaleY: _y, anchorX: _ax, anchorY: _ay, ...rest } = clip;
  return { ...rest, x: 0, y: 0, scale: 1 };
}

/** Returns a note for the user if keyframes override the new position or size of a clip; otherwise an empty list. */
function placingKeyframes(clip: Clip): string[] {
  const props = PLACING.filter((prop) => clip[KEYFRAMABLE[prop].field]?.length);
  if (props.length === 0) return [];
  return [`Clip "${clip.id}" has keyframes of ${props.join(', ')}, which go before its place. Use clearKeyframes.`];
}

export const applyLayout = defineCommand({
  op: 'applyLayout',
  description:
    'Shows clips at once: pip puts the first over the whole canvas and the others small in its corners (lower ' +
    'right first), split-h in columns, split-v in rows, grid in both. Each is scaled and cropped to fill its ' +
    'cell.',
  keywords: {
    'picture in picture': { layout: 'pip' },
    'reaction video': { layout: 'pip' },
    'webcam in the corner': { layout: 'pip' },
    'split screen': { layout: 'split-h' },
    'side by side': { layout: 'split-h' },
    'top and bottom': { layout: 'split-v' },
    grid: { layout: 'grid' },
    collage: { layout: 'grid' },
    'multi-screen': { layout: 'grid' },
  },
  params: {
    clipIds: Type.Array(id('A clip.'), {
      minItems: 2,
      maxItems: 64,
      description: `Clips in the order of the cells; pip shows ${PIP_MOST} at most.`,
    }),
    layout: oneOf(LAYOUTS, 'How to arrange them.'),
    gap: Type.Optional(
      pixels('Room between cells, 0 when absent; with pip to the edge, 4 % of the shorter side when absent.', 1_000),
    ),
  },
  returns: {},
  examples: [
    { title: 'Side by side', params: { clipIds: ['clip-1', 'clip-2'], layout: 'split-h', gap: 20 } },
    { title: 'One small in the corner', params: { clipIds: ['clip-1', 'clip-2'], layout: 'pip' } },
  ],
  run: (document, params, context) => {
    const clips = [...new Set(params.clipIds)].map((clipId) => findVisibleClip(document, clipId).clip);
    if (clips.length < params.clipIds.length) throw refuse('clipIds contains a clip twice. List each clip once.');
    if (params.layout === 'pip' && clips.length > PIP_MOST) {
      throw refuse(`The layout pip shows at most ${PIP_MOST} clips (got ${clips.length}). Use grid or fewer clips.`);
    }
    const cells = layoutCells(params.layout, clips.length, document.settings, params.gap);
    if (cells.some(({ width, height }) => width < 1 || height < 1)) {
      throw refuse(`gap ${params.gap} leaves no space for ${clips.length} clips on the canvas. Use a smaller gap.`);
    }
    const placed = new Map<string, Clip>();
    for (const [place, clip] of clips.entries()) {
      const cell = cells[place];
      if (cell) placed.set(clip.id, checked(placeInCell(clip, cell, document.settings, context.media)));
    }
    const fixes = clips.flatMap(placingKeyframes);
    if (params.layout === 'pip') fixes.push(...hiddenBehind(document, clips));
    return {
      document: { ...document, clips: document.clips.map((clip) => placed.get(clip.id) ?? clip) },
      data: withFixes({}, fixes),
    };
  },
});

/**
 * Returns a warning for each small clip that the large clip hides while both play, because the large one is on a higher
 * layer.
 */
function hiddenBehind(document: Document, [large, ...small]: readonly Clip[]): string[] {
  const layer = (clip: Clip) => document.tracks.findIndex(({ id }) => id === clip.trackIndex);
  return small
    .filter((clip) => large && layer(clip) < layer(large))
    .map(
      (clip) => `Clip "${clip.id}" lies on a layer below "${large?.id}", which hides it. Use moveTrack or moveClip.`,
    );
}

interface Size {
  width: number;
  height: number;
}

/**
 * Scales a clip to fill a cell of the canvas. If its aspect ratio differs from the cell's, it is cropped equally on
 * both sides.
 */
function placeInCell(clip: Clip, cell: Cell, canvas: Size, media: MediaLookup): Clip {
  const own = sizeOf(clip, canvas, media);
  const contained = Math.min(canvas.width / own.width, canvas.height / own.height);
  const scale = Math.max(cell.width / own.width, cell.height / own.height) / contained;
  // Excess beyond the cell on each side, as shares of the box.
  const overX = Math.max(0, 1 - cell.width / (own.width * contained * scale)) / 2;
  const overY = Math.max(0, 1 - cell.height / (own.height * contained * scale)) / 2;
  const { kfCropL: _l, kfCropR: _r, kfCropT: _t, kfCropB: _b, skewX: _sx, skewY: _sy, ...rest } = withoutPlace(clip);
  return {
    ...rest,
    fit: 'contain',
    x: cell.x,
    y: cell.y,
    scale,
    rotation: 0,
    cropL: overX,
    cropR: overX,
    cropT: overY,
    cropB: overY,
  };
}

/** Returns the size of a clip's source in pixels; the size of the canvas if the source's size is unknown. */
function sizeOf(clip: Clip, canvas: Size, media: MediaLookup): Size {
  if (clip.type === 'shape') return positive(clip.shape, canvas);
  if (clip.type === 'html') return positive(clip.html, canvas);
  if (clip.type !== 'video' && clip.type !== 'image' && clip.type !== 'sticker') {
    throw refuse(`Clip "${clip.id}" is of type ${clip.type}, which a layout cannot place. Use setTransform.`);
  }
  const facts = media(clip.src);
  return positive({ width: facts?.width ?? 0, height: facts?.height ?? 0 }, canvas);
}

function positive(size: Partial<Size> | undefined, canvas: Size): Size {
  const { width = 0, height = 0 } = size ?? {};
  return width > 0 && height > 0 ? { width, height } : canvas;
}

export const fitClip = defineCommand({
  op: 'fitClip',
  description:
    'Fits a picture to the canvas, in its middle at scale 1: cover fills it and cuts the rest, contain shows all ' +
    'of it, fill stretches it, none keeps its pixels, contain-blur fills the bars with a blurred copy.',
  keywords: {
    letterbox: { mode: 'contain' },
    pillarbox: { mode: 'contain' },
    'black bars': { mode: 'cover' },
    'blur background': { mode: 'contain-blur' },
    'blurred bars': { mode: 'contain-blur' },
    'fill the frame': { mode: 'cover' },
    reframe: { mode: 'cover' },
    stretch: { mode: 'fill' },
  },
  params: { clipId: ClipIdParam, mode: oneOf(FITS, 'How to fit.') },
  returns: {},
  examples: [
    { title: 'Fill the canvas', params: { clipId: 'clip-1', mode: 'cover' } },
    { title: 'Show all of it', params: { clipId: 'clip-2', mode: 'contain-blur' } },
  ],
  run: (document, params) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    const next = { ...withoutPlace(clip), fit: params.mode };
    return { document: withClip(document, index, next), data: withFixes({}, placingKeyframes(next)) };
  },
});
