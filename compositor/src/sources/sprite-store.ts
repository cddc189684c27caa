import type { Backend, RgbaPixels } from '../graph/backend.ts';
import { type Box, boundsOf, evenRect, intersect } from '../graph/box.ts';
import type { Layer, Texture } from '../graph/drawable.ts';
import { layerGeometry } from '../graph/layer-geometry.ts';
import { compose, determinant, invert, type Matrix, scaling, translation } from '../graph/matrix.ts';
import { noRadius, type Placement, type Size } from '../graph/placement.ts';
import type { Sprite, SpriteUse } from '../sprites/sprite.ts';
import { rasterise, type VectorLibrary } from '../sprites/vector-library.ts';

/**
 * Cache of sprites as textures. A sprite at rest is drawn at its exact position. A moving sprite is drawn once, and
 * that texture is then sampled for each frame.
 */
export interface SpriteStore {
  /** Returns the layer of a sprite; null when none of it is inside the output. */
  layer(use: SpriteUse): Layer<Texture> | null;
  /** Frees sprites that the last frame did not use when the store exceeds its memory limit. */
  endFrame(): void;
  close(): void;
}

interface Drawn {
  source: Texture;
  origin: { x: number; y: number };
  /** Part of the source that is not transparent, with a margin. */
  ink: Box;
}

interface Entry extends Drawn {
  used: boolean;
}

// Five 1080p images. Visible sprites are always kept, and text that has disappeared rarely returns.
const budgetBytes = 32 * 1024 * 1024;
const largestSide = 4096;
// Sampling reads a pixel (a chroma pair) beyond the drawing, which must be transparent.
const margin = 4;

/** Creates the sprite store of one output, with textures of `backend`. `vectors` draws the sprites. */
export function createSpriteStore(backend: Pick<Backend, 'still'>, vectors: VectorLibrary, output: Size): SpriteStore {
  // Insertion order is the order of use: the first entry is the least recently used.
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function entry(key: string, make: () => Drawn): Entry {
    const known = entries.get(key);
    if (known) {
      entries.delete(key);
      entries.set(key, known);
      known.used = true;
      return known;
    }
    const made = { ...make(), used: true };
    bytes += made.source.bytes;
    entries.set(key, made);
    return made;
  }

  function placed(use: SpriteUse): Layer<Texture> | null {
    const { matrix } = use.placement;
    const onto = use.onto ?? output;
    const rect = evenRect(boundsOf(matrix, inkBox(use)), onto.width, onto.height);
    if (!rect) return null;
    const shift = compose(translation(-rect.x, -rect.y), matrix);
    const kept = entry(`rests ${onto.width}x${onto.height} ${spriteKey(use, matrix)}`, () => ({
      ...draw(use, shift, rect.width, rect.height),
      origin: { x: rect.x, y: rect.y },
    }));
    return placeOn(use, kept, translation(kept.origin.x, kept.origin.y), matrix);
  }

  function slid(use: SpriteUse): Layer<Texture> | null {
    const { matrix } = use.placement;
    const still: Matrix = { ...matrix, tx: 0, ty: 0 };
    const bounds = boundsOf(still, inkBox(use));
    // Unreasonably large: drawn in place, frame by frame.
    if (tooLarge(bounds)) return placed(use);
    const origin = { x: Math.floor(bounds.left) - margin, y: Math.floor(bounds.top) - margin };
    const kept = entry(`slides ${spriteKey(use, still)}`, () => {
      const [width, height] = [even(bounds.right - origin.x + margin), even(bounds.bottom - origin.y + margin)];
      return { ...draw(use, compose(translation(-origin.x, -origin.y), still), width, height), origin };
    });
    return placeOn(use, kept, translation(matrix.tx + kept.origin.x, matrix.ty + kept.origin.y), matrix);
  }

  function turned(use: SpriteUse): Layer<Texture> | null {
    const { matrix } = use.placement;
    const box = inkBox(use);
    const fits = largestSide / Math.max(box.right - box.left, box.bottom - box.top, 1);
    const scale = Math.min(use.largestScale, fits);
    const origin = { x: Math.floor(box.left * scale) - margin, y: Math.floor(box.top * scale) - margin };
    const toRaster = compose(translation(-origin.x, -origin.y), scaling(scale, scale));
    const kept = entry(`turns ${spriteKey(use, toRaster)}`, () => {
      const [width, height] = [
        even(box.right * scale - origin.x + margin),
        even(box.bottom * scale - origin.y + margin),
      ];
      return { ...draw(use, toRaster, width, height), origin };
    });
    const fromRaster = compose(scaling(1 / scale, 1 / scale), translation(kept.origin.x, kept.origin.y));
    return placeOn(use, kept, compose(matrix, fromRaster), matrix);
  }

  function draw(use: SpriteUse, matrix: Matrix, width: number, height: number): Omit<Drawn, 'origin'> {
    const pixels = rasterise(vectors, width, height, (context) => {
      context.setTransform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty);
      cut(context, use);
      use.sprite.draw(context);
    });
    const source = backend.still(pixels, `${spriteKey(use, matrix)} ${width}x${height}`);
    return { source, ink: inkOf(pixels) };
  }

  function placeOn(use: SpriteUse, { source, ink }: Drawn, fromRaster: Matrix, fromBox: Matrix): Layer<Texture> | null {
    const toRaster = use.window && invert(fromRaster);
    const shown = toRaster && use.window && boundsOf(compose(toRaster, fromBox), use.window);
    const crop = shown ? intersect(ink, shown) : ink;
    const geometry = layerGeometry({ matrix: fromRaster, crop, radius: noRadius }, use.onto ?? output);
    const hasEdges = shown !== undefined && shown !== null;
    return geometry && { kind: 'layer', slot: use.slot, source, geometry, opacity: use.opacity, hasEdges };
  }

  return {
    layer(use) {
      if (use.opacity <= 0 || Math.abs(determinant(use.placement.matrix)) < 1e-9) return null;
      // A window is axis-aligned in the box: it can only be cut from a sprite that is drawn unrotated and then rotated.
      if (use.window && isTurned(use.placement.matrix)) return turned(use);
      if (use.motion === 'rests') return placed(use);
      return use.motion === 'slides' ? slid(use) : turned(use);
    },
    endFrame() {
      for (const [key, kept] of entries) {
        if (bytes > budgetBytes && !kept.used) {
          kept.source.close();
          bytes -= kept.source.bytes;
          entries.delete(key);
        }
        kept.used = false;
      }
    },
    close() {
      for (const kept of entries.values()) kept.source.close();
      entries.clear();
    },
  };
}

// Boxes have generous padding for accents and shadows, and drawings often fill a third of them. Reads row by row:
// pixels left and right of the drawing so far are read once, and nothing else.
function inkOf({ data, width, height }: RgbaPixels): Box {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    const alphas = 4 * y * width + 3;
    let left = 0;
    while (left < box.left && data[alphas + 4 * left] === 0) left++;
    let right = width;
    while (right > box.right && data[alphas + 4 * (right - 1)] === 0) right--;
    // Neither side has new pixels outside the drawing so far: the row may still have some inside it.
    const isEmpty = left >= right || (left === box.left && right === box.right && !hasInk(data, alphas, left, right));
    if (isEmpty) continue;
    box.left = Math.min(box.left, left);
    box.right = Math.max(box.right, right);
    box.top = Math.min(box.top, y);
    box.bottom = y + 1;
  }
  if (box.bottom === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  // Filters and chroma pairs read slightly beyond.
  return {
    left: Math.max(0, box.left - margin),
    top: Math.max(0, box.top - margin),
    right: Math.min(width, box.right + margin),
    bottom: Math.min(height, box.bottom + margin),
  };
}

// Whether any of the pixels [left, right) of a row has alpha.
function hasInk(data: RgbaPixels['data'], alphas: number, left: number, right: number): boolean {
  for (let x = left; x < right; x++) if (data[alphas + 4 * x] !== 0) return true;
  return false;
}

// The box with its bleed, or exactly the crop.
function inkBox({ sprite, placement }: SpriteUse): Box {
  if (isCut(sprite, placement)) return placement.crop;
  const { bleed } = sprite;
  return { left: -bleed, top: -bleed, right: sprite.width + bleed, bottom: sprite.height + bleed };
}

function isCut(sprite: Sprite, { crop, radius }: Placement): boolean {
  return radius.x > 0 || crop.left > 0 || crop.top > 0 || crop.right < sprite.width || crop.bottom < sprite.height;
}

function cut(context: Parameters<Sprite['draw']>[0], { sprite, placement }: SpriteUse): void {
  if (!isCut(sprite, placement)) return;
  const { left, top, right, bottom } = placement.crop;
  context.beginPath();
  context.roundRect(left, top, right - left, bottom - top, placement.radius);
  context.clip();
}

function spriteKey({ sprite, placement }: SpriteUse, m: Matrix): string {
  const { left, top, right, bottom } = placement.crop;
  const numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty, left, top, right, bottom, placement.radius.x, placement.radius.y];
  return `${numbers.join(',')} ${sprite.key}`;
}

function isTurned({ b, c }: Matrix): boolean {
  return b !== 0 || c !== 0;
}

function tooLarge(bounds: Box): boolean {
  return bounds.right - bounds.left > largestSide || bounds.bottom - bounds.top > largestSide;
}

function even(size: number): number {
  return Math.max(2, Math.ceil(size / 2) * 2);
}
