import type { Clip } from '../document/clip.ts';
import { refuse } from '../errors/refuse.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import type { Cell } from './layout-cells.ts';
import { withoutPlace } from './without-place.ts';

interface Size {
  width: number;
  height: number;
}

/** Scales a clip to fill a cell of the canvas, and crops it equally on both sides where its shape differs. */
export function placeInCell(clip: Clip, cell: Cell, canvas: Size, media: MediaLookup): Clip {
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

/** Returns a clip's size before it is fitted. A source of unknown size is taken to have the size of the canvas. */
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
