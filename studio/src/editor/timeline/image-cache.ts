/** Cache of images that the timeline draws, by URL. Images are loaded on first use. */
export interface ImageCache {
  /** Returns the image; null while it is loading or when it cannot be loaded. */
  get(url: string): HTMLImageElement | null;
}

/** Maximum number of cached images. The browser may still discard their decoded pixels when memory is low. */
const MOST_IMAGES = 400;

/** Creates an image cache. It calls `loaded` when another image can be drawn. */
export function createImageCache(loaded: () => void): ImageCache {
  const images = new Map<string, HTMLImageElement>();
  return {
    get(url) {
      const known = images.get(url);
      if (known) return known.complete && known.naturalWidth > 0 ? known : null;
      const image = new Image();
      image.decoding = 'async';
      image.addEventListener('load', loaded);
      image.src = url;
      images.set(url, image);
      for (const oldest of images.keys()) {
        if (images.size <= MOST_IMAGES) break;
        images.delete(oldest);
      }
      return null;
    },
  };
}
