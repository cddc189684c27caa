import type { Clip, Document, LintContext, MediaLookup } from '@framemill/timeline';

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/**
 * Functions needed to measure clips: `media` returns the metadata of a media file, `measureText` the size of a text.
 */
export interface Measures {
  media: MediaLookup;
  measureText: NonNullable<LintContext['measureText']>;
}

/**
 * Returns the size of a clip on the canvas in pixels, with its scale applied and before rotation. A source of unknown
 * size is taken to be as large as the canvas.
 */
export function sizeOnCanvas(clip: Clip, canvas: Size, measures: Measures): Size {
  const { width, height } = sizeAtScaleOne(clip, canvas, measures);
  return {
    width: width * clip.scale * (clip.scaleX ?? 1),
    height: height * clip.scale * (clip.scaleY ?? 1),
  };
}

function sizeAtScaleOne(clip: Clip, canvas: Size, { media, measureText }: Measures): Size {
  if (clip.textStyle !== undefined) {
    const { paddingX = 0, paddingY = 0 } = clip.textStyle.background ?? {};
    const { width, height } = measureText(clip.textStyle);
    return { width: width + 2 * paddingX, height: height + 2 * paddingY };
  }
  const own = ownSize(clip, media) ?? canvas;
  const fit = clip.fit ?? (clip.type === 'video' || clip.type === 'image' ? 'contain' : 'none');
  if (fit === 'none') return own;
  if (fit === 'fill' || fit === 'contain-blur') return canvas;
  const shares = [canvas.width / own.width, canvas.height / own.height];
  const factor = fit === 'cover' ? Math.max(...shares) : Math.min(...shares);
  return { width: own.width * factor, height: own.height * factor };
}

function ownSize({ src, shape, html }: Clip, media: MediaLookup): Size | null {
  const { width, height } = shape ?? html ?? media(src) ?? {};
  return width && height ? { width, height } : null;
}

/**
 * Minimum distance of a placed clip from the canvas edge, as a fraction of the canvas width or height (title-safe
 * area).
 */
const MARGIN = 0.05;

/**
 * Computes the centre of a clip placed at a side of the canvas, inside the margin. `x` is -1 (left), 0 (middle) or 1
 * (right), and `y` is -1 (top), 0 or 1 (bottom); an axis that is `null` is left out of the result. The result is in
 * pixels from the centre of the canvas.
 */
export function placeInside(
  { width, height }: Size,
  { x, y }: { x: number | null; y: number | null },
  canvas: Size,
): { x?: number; y?: number } {
  const at = (side: number, own: number, whole: number) =>
    Math.trunc(side * Math.max(0, (whole - own) / 2 - whole * MARGIN)) || 0;
  return {
    ...(x === null ? {} : { x: at(x, width, canvas.width) }),
    ...(y === null ? {} : { y: at(y, height, canvas.height) }),
  };
}

/** Returns the edges of a clip in pixels from the centre of the canvas, y downwards. Rotation is ignored. */
export function edgesOf(clip: Clip, { settings }: Pick<Document, 'settings'>, measures: Measures) {
  const { width, height } = sizeOnCanvas(clip, settings, measures);
  return {
    left: clip.x - width / 2,
    right: clip.x + width / 2,
    top: clip.y - height / 2,
    bottom: clip.y + height / 2,
  };
}
