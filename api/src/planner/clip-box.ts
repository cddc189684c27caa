import type { Clip, Document, LintContext, MediaLookup } from '@framemill/timeline';

/** A width and a height. Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Measures the sizes of clips: facts of media and the layout of texts. */
export interface Measures {
  media: MediaLookup;
  measureText: NonNullable<LintContext['measureText']>;
}

/** Size of a clip on the canvas at its own scale, before rotation. A source of unknown size has that of the canvas. */
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

/** Least distance between what is placed and the edge of the canvas, as a share of that side: the title-safe part of it. */
const MARGIN = 0.05;

/**
 * Where the middle of a clip is when it is put at a side of the canvas, inside of its margin. `x` and `y` are -1, 0 or 1; null
 * leaves that axis out. Pixels from the middle of the canvas.
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

/** Edges of a clip in pixels from the middle of the canvas, y downwards. Rotation is left out. */
export function edgesOf(clip: Clip, { settings }: Pick<Document, 'settings'>, measures: Measures) {
  const { width, height } = sizeOnCanvas(clip, settings, measures);
  return {
    left: clip.x - width / 2,
    right: clip.x + width / 2,
    top: clip.y - height / 2,
    bottom: clip.y + height / 2,
  };
}
