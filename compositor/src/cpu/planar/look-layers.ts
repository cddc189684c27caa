import { area, boundsOf, contains, overlap, type Rect } from '../../graph/box.ts';
import { layerGeometry } from '../../graph/layer-geometry.ts';
import { compose, invert, type Matrix, translation } from '../../graph/matrix.ts';
import { isOpaquePicture } from '../../graph/opaque-picture.ts';
import type { Picture } from '../../graph/picture.ts';
import { pictureKey } from '../../graph/picture-key.ts';
import { noRadius, type Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { planarFromRgba } from '../rgba/convert.ts';
import type { PictureBackend } from '../rgba/picture-backend.ts';
import { copyRgba, type RgbaSurface, releaseRgba } from '../rgba/rgba-surface.ts';
import { extended, withFrame } from '../rgba/sampling.ts';
import { coversOutput, type DrawableLayer, layersKey } from './drawable.ts';
import { createLayerSlots } from './layer-slots.ts';
import { paintRgba } from './paint-group.ts';
import { createStillSource, type StillSource } from './picture-source.ts';
import { createSurface } from './surface.ts';

/** A picture that a tree uses: layers, bottom first, on a grid whose pixel (0, 0) lies at `origin` of the box. */
export interface PaintedInput {
  readonly layers: readonly DrawableLayer[];
  readonly origin: { readonly x: number; readonly y: number };
  /** Pixels of the box outside of it show what lies at its edge; absent: they are as painted. */
  readonly inside?: Rect;
}

/** A layer whose pixels are a tree of primitives. */
export interface LookUse {
  readonly slot: string;
  readonly tree: Picture;
  readonly inputs: ReadonlyMap<string, PaintedInput>;
  /** The box worked on, even. */
  readonly size: Size;
  /** Pixels of the box to output pixels. */
  readonly toOutput: Matrix;
  /** 0-256. */
  readonly opacity: number;
}

/** Makes layers of trees, and keeps each layer's pixels until its tree or one of its inputs changes. */
export interface LookLayers {
  /** Null: nothing of it is inside the output. */
  drawable(use: LookUse): DrawableLayer | null;
  /** Gives back the memory of layers that were not asked for since the last call. */
  endFrame(): void;
  close(): void;
}

interface Kept {
  key: string;
  source: StillSource;
  origin: { x: number; y: number };
  /** The part of the box that the output showed, when only that was drawn; null: all of it was. */
  view: Rect | null;
  used: boolean;
}

// Pinned corners may reach far beyond a box: of a layer with more than so many times the pixels of its box and the output
// together, only what shows is drawn.
const mostTimes = 2;
// What a pixel at the output's edge is sampled from lies this near to it, pairs of chroma included. Pixels of the box or the
// output, whichever are larger.
const sampled = 4;

export function createLookLayers(kernels: Kernels, pictures: PictureBackend, output: Size): LookLayers {
  const kept = new Map<string, Kept>();
  const slots = createLayerSlots(kernels);
  let serial = 0;

  function draw(use: LookUse): Omit<Kept, 'key' | 'used'> {
    const inputs = new Map<string, RgbaSurface>();
    for (const [name, { layers, origin, inside }] of use.inputs) {
      const surface = paintRgba(kernels, slots, layers);
      const painted = { ...surface, x: surface.x + origin.x, y: surface.y + origin.y };
      inputs.set(name, inside ? edgeRepeated(kernels, painted, inside, use.size) : painted);
    }
    let view: Rect | null = null;
    const drawn = pictures.draw(use.tree, inputs, use.size, (whole) => {
      const most = mostTimes * (use.size.width * use.size.height + output.width * output.height);
      if (area(whole) > most) view = viewOf(use, output);
      return view ? overlap(whole, view) : whole;
    });
    // Shadows and lines around an opaque box have alpha.
    const isOpaque = contains({ x: 0, y: 0, ...use.size }, drawn) && isOpaquePicture(use.tree, opaqueInputs(use));
    for (const input of inputs.values()) releaseRgba(kernels.heap, input);
    const result = onEvenGrid(kernels, drawn);
    const surface = createSurface(kernels.heap, result.width, result.height, !isOpaque);
    planarFromRgba(kernels, result, surface);
    releaseRgba(kernels.heap, result);
    serial += 1;
    const source = createStillSource(kernels, surface, `look ${serial}`);
    return { source, origin: { x: result.x, y: result.y }, view };
  }

  function keptOf(use: LookUse): Kept {
    const inputs = [...use.inputs].map(([name, { layers, origin, inside }]) => {
      const edge = inside ? ` ${inside.x},${inside.y},${inside.width},${inside.height}` : '';
      return `${name} ${origin.x},${origin.y}${edge} (${layersKey(layers)})`;
    });
    const key = `${use.size.width}x${use.size.height} ${inputs.join(' ')} ${pictureKey(use.tree)}`;
    const known = kept.get(use.slot);
    if (known?.key === key && (known.view === null || contains(known.view, viewOf(use, output)))) {
      known.used = true;
      return known;
    }
    if (known) {
      known.source.close();
      kept.delete(use.slot);
    }
    const made = { ...draw(use), key, used: true };
    kept.set(use.slot, made);
    return made;
  }

  return {
    drawable(use) {
      if (use.opacity <= 0) return null;
      const { source, origin } = keptOf(use);
      const matrix = compose(use.toOutput, translation(origin.x, origin.y));
      const crop = { left: 0, top: 0, right: source.width, bottom: source.height };
      const geometry = layerGeometry({ matrix, crop, radius: noRadius }, output);
      return geometry && { kind: 'layer', slot: use.slot, source, geometry, opacity: use.opacity, hasEdges: true };
    },
    endFrame() {
      slots.endFrame();
      for (const [slot, known] of kept) {
        if (!known.used) {
          known.source.close();
          kept.delete(slot);
        }
        known.used = false;
      }
    },
    close() {
      for (const { source } of kept.values()) source.close();
      kept.clear();
      slots.close();
    },
  };
}

/** The pixels of the box that are seen in the output, and those that they are sampled from. */
function viewOf({ toOutput, size }: LookUse, output: Size): Rect {
  const toBox = invert(toOutput);
  if (!toBox) return { x: 0, y: 0, ...size };
  const seen = boundsOf(toBox, { left: 0, top: 0, right: output.width, bottom: output.height });
  const shrink = Math.max(1, Math.hypot(toBox.a, toBox.b), Math.hypot(toBox.c, toBox.d));
  const room = Math.ceil(sampled * shrink);
  const [x, y] = [Math.floor(seen.left) - room, Math.floor(seen.top) - room];
  return { x, y, width: Math.ceil(seen.right) + room - x, height: Math.ceil(seen.bottom) + room - y };
}

function edgeRepeated(kernels: Kernels, painted: RgbaSurface, inside: Rect, size: Size): RgbaSurface {
  const box = { x: 0, y: 0, ...size };
  const whole = withFrame(kernels, painted, inside, (frame) => extended(kernels, frame, box));
  releaseRgba(kernels.heap, painted);
  return whole;
}

// Chroma belongs to pairs of pixels: a picture that starts on an odd one would have to be resampled.
function onEvenGrid(kernels: Kernels, drawn: RgbaSurface): RgbaSurface {
  const [x, y] = [Math.floor(drawn.x / 2) * 2, Math.floor(drawn.y / 2) * 2];
  const width = Math.max(2, Math.ceil((drawn.x + drawn.width - x) / 2) * 2);
  const height = Math.max(2, Math.ceil((drawn.y + drawn.height - y) / 2) * 2);
  const rect: Rect = { x, y, width, height };
  if (x === drawn.x && y === drawn.y && width === drawn.width && height === drawn.height) return drawn;
  const even = copyRgba(kernels, drawn, rect);
  releaseRgba(kernels.heap, drawn);
  return even;
}

function opaqueInputs({ inputs, size }: LookUse): ReadonlySet<string> {
  const covers = ({ layers, origin }: PaintedInput) =>
    origin.x === 0 && origin.y === 0 && layers.some((layer) => coversOutput(layer, size.width, size.height));
  return new Set([...inputs].filter(([, input]) => covers(input)).map(([name]) => name));
}
