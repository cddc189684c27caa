import type { Clip, ClipLayer } from '@framemill/timeline';
import { type Box, intersect } from './box.ts';
import { compose, invert, type Matrix, rotation, scaling, skew, translation } from './matrix.ts';

/** Where a picture goes: `matrix` maps its pixels to output pixels, `crop` (picture pixels) is the part that shows. */
export interface Placement {
  matrix: Matrix;
  crop: Box;
  radius: Radius;
}

/** How far round corners reach, across and down. Picture pixels: round in the unscaled box, stretched with it. */
export interface Radius {
  readonly x: number;
  readonly y: number;
}

/** Square corners. */
export const noRadius: Radius = { x: 0, y: 0 };

/** Width and height, pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The document's canvas and the picture that it becomes. */
export interface CanvasSize {
  document: Size;
  output: Size;
}

/** Sigma of the blur of the picture behind a contained one (`contain-blur`). Share of the box's shorter side. */
export const backdropBlur = 0.03;

/** Fits that are one placement; `contain-blur` is two of them. */
export type PlainFit = 'cover' | 'contain' | 'fill' | 'none';

/** A clip's unscaled box and how its picture lies in it: everything that comes before scale, skew and turn. */
export interface FramedClip {
  /** Document pixels. */
  box: Size;
  /** Picture pixels to pixels of the box. */
  fromImage: Matrix;
  /** Pixels of the box to output pixels. */
  toOutput: Matrix;
  /** The part of the picture that shows, picture pixels. */
  crop: Box;
  radius: Radius;
}

/**
 * Frames a clip's picture. The unscaled box is the picture under `fit` (`cover` cuts what sticks out of the canvas);
 * it is cropped, flipped about its middle, scaled, skewed and turned about its anchor, then moved so that its middle
 * without these lies at the canvas centre plus (x, y).
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

/** Places a clip's picture on the output: see `frameClip`. */
export function placeClip(layer: ClipLayer, image: Size, canvas: CanvasSize): Placement {
  const { fromImage, toOutput, crop, radius } = frameClip(layer, image, canvas);
  return { matrix: compose(toOutput, fromImage), crop, radius };
}

/** The fit of a clip that is placed once; `contain-blur` counts as none. */
export function fitOf(clip: Clip): PlainFit {
  if (clip.fit === 'cover' || clip.fit === 'contain' || clip.fit === 'fill' || clip.fit === 'none') return clip.fit;
  return clip.type === 'video' || clip.type === 'image' ? 'contain' : 'none';
}

/** The unscaled box of a picture under `fit` on a canvas, and how the picture lies in it. */
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
    scaling(canvas.output.width / canvas.document.width, canvas.output.height / canvas.document.height),
  ];
  return steps.reduce((all, step) => compose(step, all));
}
