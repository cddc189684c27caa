import { trimPath } from '../../graph/trim-path.ts';
import type { VectorLibrary } from '../../sprites/vector-library.ts';

/**
 * The browser's own vector library. In Chromium it is Skia, as in Node. It cannot unite subpaths that overlap: a mask
 * that is made smaller loses the lines at which they overlap.
 */
export const offscreen: VectorLibrary = {
  createContext(width, height) {
    // Sprites are read back once: drawn on the processor, they need not be copied from a GPU.
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error(`The browser cannot create a canvas of ${width}x${height}. Close other tabs.`);
    return context;
  },
  createPath: (data) => new Path2D(data),
  createTrimmedPath: (data, from, to) => new Path2D(trimPath(data, from, to)),
  simplified: (data) => data,
};
