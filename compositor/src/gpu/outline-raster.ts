import type { Rect } from '../graph/box.ts';
import type { Coverage } from '../graph/graph-node.ts';

/**
 * Function that rasterizes a path, its edge moved by its expansion, as hard coverage: one byte for each pixel of
 * `rect`, rows without gaps.
 */
export type OutlineRaster = (outline: Extract<Coverage, { kind: 'outline' }>, rect: Rect) => Uint8Array<ArrayBuffer>;
