import type { Mask } from '@framemill/timeline';
import type { Coverage } from '../graph/graph-node.ts';
import { compose, type Matrix, translation } from '../graph/matrix.ts';
import { transformPath } from '../graph/path-data.ts';
import type { Size } from '../graph/placement.ts';

/** Mask of a clip at one time. Lengths are in pixels of the clip's box. */
export interface MaskForm {
  readonly mask: Mask;
  /** Size of the clip's box. */
  readonly box: Size;
  /** Map from mask coordinates (upright, with the origin at the mask's centre) to the processed image. */
  readonly toImage: Matrix;
  /**
   * Number of pixels of the processed image for each document pixel. Only this number scales the feather; the mask's
   * own scale does not.
   */
  readonly scale: number;
  readonly feather: number;
  /** Returns the outline of a text, and the size of its box, whose corner is at (0, 0). */
  readonly textOutline: (text: string, fontFamily: string | undefined) => TextOutline;
}

/** Outline of a text, with the size of the box that it fills. */
export interface TextOutline extends Size {
  /** SVG path data. */
  readonly d: string;
}

/** Mask shape: its name, its description and a pure function that returns its coverage. */
export interface MaskShape {
  readonly shape: Mask['shape'];
  readonly description: string;
  coverage(form: MaskForm): Coverage;
}

/**
 * Returns the coverage of a mask whose shape is the inside of a path, with the expansion and feather of the mask. The
 * path data `d` is in mask coordinates, with the origin at the centre of the mask.
 */
export function outlineCoverage(form: MaskForm, d: string): Coverage {
  const { mask, toImage, scale, feather } = form;
  return {
    kind: 'outline',
    d: transformPath(d, toImage),
    feather: feather * scale,
    expansion: (mask.expansion ?? 0) * scale,
  };
}

/**
 * Returns the coverage of a mask whose shape is the inside of a path, as `outlineCoverage` does. The box of the path
 * data `d` begins at (0, 0) and is moved so that its centre is the centre of the mask.
 */
export function boxedCoverage(form: MaskForm, d: string, { width, height }: Size): Coverage {
  return outlineCoverage({ ...form, toImage: compose(form.toImage, translation(-width / 2, -height / 2)) }, d);
}

/** Returns the size of a mask; by default it fills the clip's box. */
export function wideSize({ mask, box }: MaskForm): Size {
  return { width: mask.width ?? box.width, height: mask.height ?? box.height };
}

/** Returns the size of a mask; by default it is a square with the shorter side of the clip's box. */
export function squareSize({ mask, box }: MaskForm): Size {
  const side = Math.min(box.width, box.height);
  return { width: mask.width ?? mask.height ?? side, height: mask.height ?? mask.width ?? side };
}
