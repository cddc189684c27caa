import { createHash } from 'node:crypto';
import { createFrameCache } from '../../html/frame-cache.ts';
import { createRasteriser, type Rasteriser, type RasteriserOptions } from '../../html/rasteriser.ts';
import { createRenderer, type Renderer, type RendererInput, type RendererParts } from '../../render/renderer.ts';

/**
 * Cache of open renderers for the most recent documents. Opening the decoders and fonts of a document takes longer than
 * rendering a few frames.
 */
export interface WarmRenderers {
  /**
   * Runs `use` with the renderer of a document, which is created if the cache has none. `parts` must be the same at
   * every call. The renderer is closed when `use` fails, because its state is then unknown.
   */
  with<T>(input: RendererInput, parts: RendererParts, use: (renderer: Renderer) => Promise<T>): Promise<T>;
  /** Closes all cached renderers. */
  close(): void;
}

/**
 * Creates a cache of at most `limit` renderers. A full cache closes the least recently used one. Call `with` again only
 * after the previous call has ended.
 */
export function createWarmRenderers(limit: number): WarmRenderers {
  const warm = new Map<string, Renderer>();
  return {
    async with(input, parts, use) {
      const key = createHash('sha256').update(JSON.stringify(input)).digest('hex');
      const known = warm.get(key);
      warm.delete(key);
      for (const [oldKey, old] of warm) {
        if (warm.size < limit) break;
        old.close();
        warm.delete(oldKey);
      }
      const renderer = known ?? (await createRenderer(input, parts));
      try {
        const result = await use(renderer);
        warm.set(key, renderer);
        return result;
      } catch (error) {
        renderer.close();
        throw error;
      }
    },
    close() {
      for (const renderer of warm.values()) renderer.close();
      warm.clear();
    },
  };
}

/**
 * Creates a function that returns this process's rasteriser of HTML clips, which stores frames in `folder`. The first
 * call creates the rasteriser. A call with another folder closes it and creates a new one. The rasteriser's browser and
 * pages outlive the documents that use them, so that the next document need not start another browser. Returns
 * undefined without a folder.
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
