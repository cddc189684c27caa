import type { Rect } from '../../graph/box.ts';
import type { GraphScope } from '../../graph/node-rules.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { KeptBlocks } from './kept-blocks.ts';
import type { RgbaSurface } from './rgba-surface.ts';
import type { GivenSurface } from './row-source.ts';

/** What the primitives of one graph share while it is drawn. */
export interface DrawScope extends GraphScope {
  readonly kernels: Kernels;
  readonly inputs: ReadonlyMap<string, GivenSurface>;
  /** Tables and shapes that stay the same from frame to frame. */
  readonly kept: KeptBlocks;
}

/** A drawn input of a primitive. */
export interface Source {
  /** To be read only. Covers what the node's rules asked for, as far as the input is not transparent there. */
  readonly surface: RgbaSurface;
  /**
   * A surface of exactly `area` with the input's pixels, transparent where it has none, to be written. It is the
   * input's own memory when nobody else needs that; `surface` must not be used afterwards.
   */
  own(area: Rect): RgbaSurface;
}

/** The source of a primitive that has one; throws when a node was given fewer inputs than it named. */
export function sourceAt(inputs: readonly Source[], index: number): Source {
  const source = inputs[index];
  if (!source) throw new Error(`A primitive has no input ${index}.`);
  return source;
}
