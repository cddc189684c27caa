/** Pictures that the timeline draws, by address, loaded when they are first asked for. */
export interface ImageCache {
  /** The picture; null while it is loaded, and for one that cannot be. */
  get(url: string): HTMLImageElement | null;
}

/** Most pictures that are kept: the browser keeps their pixels only while it has room. */
const MOST_IMAGES = 400;

/** A cache that calls `loaded` when there is more to draw. */
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
