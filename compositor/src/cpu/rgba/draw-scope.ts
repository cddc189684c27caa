import type { Rect } from '../../graph/box.ts';
import type { GraphScope } from '../../graph/node-rules.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { KeptBlocks } from './kept-blocks.ts';
import type { RgbaSurface } from './rgba-surface.ts';
import type { GivenSurface } from './row-source.ts';

/** State that the primitives of one graph share while it is drawn. */
export interface DrawScope extends GraphScope {
  readonly kernels: Kernels;
  readonly inputs: ReadonlyMap<string, GivenSurface>;
  /** Cached tables and shapes that stay the same from frame to frame. */
  readonly kept: KeptBlocks;
}

/** Drawn input of a primitive. */
export interface Source {
  /** Read-only pixels. They cover the area that the node's rules request, except where the input is transparent. */
  readonly surface: RgbaSurface;
  /**
   * Returns a writable surface of exactly `area` with the input's pixels, transparent outside them. Reuses the input's
   * own memory when no other step needs it; `surface` must not be used afterwards.
   */
  own(area: Rect): RgbaSurface;
}

/** Returns an input of a primitive. Throws when the node has fewer inputs. */
export function sourceAt(inputs: readonly Source[], index: number): Source {
  const source = inputs[index];
  if (!source) throw new Error(`A graph primitive has no input ${index}.`);
  return source;
}
