import type { Clip, ClipLayer } from '@framemill/timeline';
import { type Box, intersect } from './box.ts';
import { compose, invert, type Matrix, rotation, scaling, skew, translation } from './matrix.ts';

/**
 * Placement of an image on the output. `matrix` maps the image's pixels to output pixels; `crop` (image pixels) is the
 * visible part.
 */
export interface Placement {
  matrix: Matrix;
  crop: Box;
  radius: Radius;
}

/**
 * Horizontal and vertical radius of rounded corners, in image pixels. Corners are circular in the unscaled box and are
 * stretched with it.
 */
export interface Radius {
  readonly x: number;
  readonly y: number;
}

/** Radius of square corners. */
export const noRadius: Radius = { x: 0, y: 0 };

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Size of the document's canvas, and size of the output to which the canvas is scaled. */
export interface CanvasSize {
  document: Size;
  output: Size;
  /** Position of a collapsed composition's canvas on the output. Absent: the canvas fills the output. */
  placed?: PlacedCanvas;
}

/** Position of a canvas on the output, of which it may be any part. */
export interface PlacedCanvas {
  /** Map from pixels of the canvas to output pixels. */
  readonly matrix: Matrix;
  /** Largest number of output pixels for each pixel of the canvas. */
  readonly scale: number;
  /** Motion of the canvas at the time of the frame, as that of a clip. */
  readonly motion: 'rests' | 'slides' | 'turns';
}

/** Returns the number of output pixels for each pixel of a canvas; of a placed canvas the largest one. */
export function outputScale({ document, output, placed }: CanvasSize): number {
  return placed?.scale ?? output.width / document.width;
}

// Maximum side of a texture on common GPUs. Pixels.
const largestGroupSide = 8192;

/**
 * Returns the canvas of a composition of size `own`, which is drawn as one image for a clip on `canvas`: the image has as
 * many pixels as the clip covers at scale 1.
 */
export function groupCanvas(own: Size, canvas: CanvasSize): CanvasSize {
  const scale = Math.min(outputScale(canvas), largestGroupSide / Math.max(own.width, own.height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / 2) * 2);
  return { document: own, output: { width: even(own.width), height: even(own.height) } };
}

/** Blur of the backdrop of a `contain-blur` clip: its sigma as a fraction of the shorter side of the box. */
export const backdropBlur = 0.03;

/** Fit modes that draw the image once. (`contain-blur` draws it twice: as backdrop and on top.) */
export type PlainFit = 'cover' | 'contain' | 'fill' | 'none';

/** Unscaled box of a clip and the position of the clip's image in the box, before scale, skew and rotation. */
export interface FramedClip {
  /** Size of the unscaled box, in document pixels. */
  box: Size;
  /** Map from image pixels to pixels of the box. */
  fromImage: Matrix;
  /** Map from pixels of the box to output pixels. */
  toOutput: Matrix;
  /** Visible part of the image, in image pixels. */
  crop: Box;
  radius: Radius;
}

/**
 * Computes the unscaled box of a clip, and the matrices from the clip's image to the box and from the box to the
 * output. The unscaled box contains the image as `fit` scales it; `cover` cuts off the parts outside the canvas. The
 * box is cropped, flipped about its centre, then scaled, skewed and rotated about its anchor. Finally it is moved: the
 * centre of the untransformed box goes to the canvas centre plus (x, y).
 */
export function frameClip(layer: ClipLayer, image: Size, canvas: CanvasSize, fit = fitOf(layer.clip)): FramedClip {
  const { box, fromImage } = fitBox(fit, image, canvas.document);
  const toImage = invert(fromImage) ?? fromImage;
  const shown: Box = {
    left: toImage.a * box.width * layer.cropL + toImage.tx,
    top: toImage.d * box.height * layer.cropT + toImage.ty,
    right: toImage.a * box.width * (1 - layer.cropR) + toImage.tx,
    bottom: toImage.d * box.height * (1 - layer.cropB) + toImage.ty,
  };
  const crop = intersect(shown, { left: 0, top: 0, right: image.width, bottom: image.height });
  const corner = layer.clip.cornerRadius ?? 0;
  const radius = { x: corner * Math.abs(toImage.a), y: corner * Math.abs(toImage.d) };
  return { box, fromImage, toOutput: boxMatrix(layer, box, canvas), crop, radius };
}

/** Computes the placement of a clip's image on the output (see `frameClip`). */
export function placeClip(layer: ClipLayer, image: Size, canvas: CanvasSize): Placement {
  const { fromImage, toOutput, crop, radius } = frameClip(layer, image, canvas);
  return { matrix: compose(toOutput, fromImage), crop, radius };
}

/** Returns the fit mode of a clip whose image is drawn once. `contain-blur` is treated as if no fit was set. */
export function fitOf(clip: Clip): PlainFit {
  if (clip.fit === 'cover' || clip.fit === 'contain' || clip.fit === 'fill' || clip.fit === 'none') return clip.fit;
  return clip.type === 'video' || clip.type === 'image' ? 'contain' : 'none';
}

/** Computes the unscaled box of an image under `fit` on a canvas, and the position of the image in the box. */
export function fitBox(fit: PlainFit, image: Size, canvas: Size): { box: Size; fromImage: Matrix } {
  const ratioX = canvas.width / image.width;
  const ratioY = canvas.height / image.height;
  if (fit === 'fill') return { box: canvas, fromImage: scaling(ratioX, ratioY) };
  if (fit === 'cover') {
    const ratio = Math.max(ratioX, ratioY);
    const middle = translation((canvas.width - image.width * ratio) / 2, (canvas.height - image.height * ratio) / 2);
    return { box: canvas, fromImage: compose(middle, scaling(ratio, ratio)) };
  }
  const ratio = fit === 'contain' ? Math.min(ratioX, ratioY) : 1;
  return {
    box: { width: image.width * ratio, height: image.height * ratio },
    fromImage: scaling(ratio, ratio),
  };
}

function boxMatrix(layer: ClipLayer, box: Size, canvas: CanvasSize): Matrix {
  const { clip } = layer;
  const anchorX = ((clip.anchorX ?? 0.5) - 0.5) * box.width;
  const anchorY = ((clip.anchorY ?? 0.5) - 0.5) * box.height;
  const flip = scaling(clip.flipH ? -1 : 1, clip.flipV ? -1 : 1);
  const steps: Matrix[] = [
    translation(-box.width / 2, -box.height / 2),
    flip,
    translation(-anchorX, -anchorY),
    scaling(layer.scaleX, layer.scaleY),
    skew(layer.skewX, layer.skewY),
    rotation(layer.rotation),
    translation(anchorX + canvas.document.width / 2 + layer.x, anchorY + canvas.document.height / 2 + layer.y),
    canvas.placed?.matrix ??
      scaling(canvas.output.width / canvas.document.width, canvas.output.height / canvas.document.height),
  ];
  return steps.reduce((all, step) => compose(step, all));
}
