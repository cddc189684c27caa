import { createFrameCache } from '../../html/frame-cache.ts';
import { createRasteriser, type Rasteriser, type RasteriserOptions } from '../../html/rasteriser.ts';

/**
 * The rasteriser of one process for pictures in `folder`, made when it is first asked for: a browser and its pages outlive the documents that show them,
 * and the next document does not wait for another one. Another folder replaces it. No folder: undefined.
 */
export function createSharedRasteriser(
  options: RasteriserOptions,
): (folder: string | undefined) => Rasteriser | undefined {
  let current: { folder: string; rasteriser: Rasteriser } | null = null;
  return (folder) => {
    if (folder === undefined) return undefined;
    if (current?.folder === folder) return current.rasteriser;
    // It ends with this process at the latest.
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
