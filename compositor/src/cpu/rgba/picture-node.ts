import type { Rect } from '../../graph/box.ts';
import type { Picture } from '../../graph/picture.ts';
import type { Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { KeptBlocks } from './kept-blocks.ts';
import type { RgbaSurface } from './rgba-surface.ts';

/** What the primitives of one tree share while it is drawn. */
export interface Scene {
  readonly kernels: Kernels;
  readonly box: Size;
  readonly inputs: ReadonlyMap<string, RgbaSurface>;
  /** Tables and shapes that stay the same from frame to frame. */
  readonly kept: KeptBlocks;
}

/** A drawn input of a primitive. */
export interface Source {
  /** To be read only. Covers what `needs` asked for, as far as the input is not transparent there. */
  readonly surface: RgbaSurface;
  /**
   * A surface of exactly `area` with the input's pixels, transparent where it has none, to be written. It is the
   * input's own memory when nobody else needs that; `surface` must not be used afterwards.
   */
  own(area: Rect): RgbaSurface;
}

/** A primitive with its parameters: what a backend asks of a node of the tree. */
export interface PictureNode {
  readonly inputs: readonly Picture[];
  /** The input that the result is equal to: nothing is drawn. */
  readonly same?: Picture;
  /** The result is somebody else's memory, neither to be written nor released. */
  readonly borrowed?: boolean;
  /** Where the result may be other than transparent. `inputs` are the extents of the inputs. */
  extent(inputs: readonly Rect[], scene: Scene): Rect;
  /** Which part of each input `area` of the result is made of. */
  needs(area: Rect, scene: Scene): readonly Rect[];
  /** Draws exactly `area`, which lies in the extent. The backend owns the result. */
  draw(area: Rect, inputs: readonly Source[], scene: Scene): RgbaSurface;
}

/** The box as a rectangle. */
export function boxRect(scene: Scene): Rect {
  return { x: 0, y: 0, width: scene.box.width, height: scene.box.height };
}

/** The source of a primitive that has one; throws when a node was given fewer inputs than it named. */
export function sourceAt(inputs: readonly Source[], index: number): Source {
  const source = inputs[index];
  if (!source) throw new Error(`A primitive has no input ${index}.`);
  return source;
}

/** The same for the extents of a node's inputs. */
export function rectAt(rects: readonly Rect[], index: number): Rect {
  return rects[index] ?? { x: 0, y: 0, width: 0, height: 0 };
}
