import { createFrameCache } from '../../html/frame-cache.ts';
import { createRasteriser, type Rasteriser, type RasteriserOptions } from '../../html/rasteriser.ts';

/**
 * Creates a function that returns this process's rasteriser for frames in `folder`, created at the first call. The
 * browser and its pages outlive the documents that use them, so that the next document need not start another browser.
 * A different folder replaces the rasteriser. Without a folder the result is undefined.
 */
export function createSharedRasteriser(
  options: RasteriserOptions,
): (folder: string | undefined) => Rasteriser | undefined {
  let current: { folder: string; rasteriser: Rasteriser } | null = null;
  return (folder) => {
    if (folder === undefined) return undefined;
    if (current?.folder === folder) return current.rasteriser;
    // It is closed when this process ends, at the latest.
    current?.rasteriser.close().catch(() => undefined);
    current = {
      folder,
      rasteriser: createRasteriser(
        createFrameCache(() => folder),
        options,
      ),
    };
    return current.rasteriser;
  };
}
