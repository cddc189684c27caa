/** Pictures that the timeline draws, by address, loaded when they are first asked for. */
export interface PictureCache {
  /** The picture; null while it is loaded, and for one that cannot be. */
  get(url: string): HTMLImageElement | null;
}

/** Most pictures that are kept: the browser keeps their pixels only while it has room. */
const MOST_PICTURES = 400;

/** A cache that calls `loaded` when there is more to draw. */
export function createPictureCache(loaded: () => void): PictureCache {
  const pictures = new Map<string, HTMLImageElement>();
  return {
    get(url) {
      const known = pictures.get(url);
      if (known) return known.complete && known.naturalWidth > 0 ? known : null;
      const picture = new Image();
      picture.decoding = 'async';
      picture.addEventListener('load', loaded);
      picture.src = url;
      pictures.set(url, picture);
      for (const oldest of pictures.keys()) {
        if (pictures.size <= MOST_PICTURES) break;
        pictures.delete(oldest);
      }
      return null;
    },
  };
}
