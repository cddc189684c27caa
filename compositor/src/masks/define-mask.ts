import type { Mask } from '@framemill/timeline';
import type { Coverage } from '../graph/graph-node.ts';
import { compose, type Matrix, translation } from '../graph/matrix.ts';
import { transformPath } from '../graph/path-data.ts';
import type { Size } from '../graph/placement.ts';

/** Mask of a clip at one time, in pixels of the clip's box. */
export interface MaskForm {
  readonly mask: Mask;
  /** Size of the clip's box. */
  readonly box: Size;
  /** Map from the mask's own pixels (upright, with the origin at its centre) to the processed image. */
  readonly toImage: Matrix;
  /**
   * Number of pixels of the processed image for each document pixel. The feather is scaled by this number only, not by
   * the mask's own scale.
   */
  readonly scale: number;
  readonly feather: number;
  /** Returns the outline of a text and the size of the box that the text fills from (0, 0). */
  readonly textOutline: (text: string, fontFamily: string | undefined) => TextOutline;
}

/** Outline of a text, with the size of the box that it fills. */
export interface TextOutline extends Size {
  /** SVG path data. */
  readonly d: string;
}

/** Mask shape as data: its name, its description and a pure function that returns a coverage. */
export interface MaskShape {
  readonly shape: Mask['shape'];
  readonly description: string;
  coverage(form: MaskForm): Coverage;
}

/** Returns the coverage of the inside of path data, which is in the mask's own pixels. */
export function outlineCoverage(form: MaskForm, d: string): Coverage {
  const { mask, toImage, scale, feather } = form;
  return {
    kind: 'outline',
    d: transformPath(d, toImage),
    feather: feather * scale,
    expansion: (mask.expansion ?? 0) * scale,
  };
}

/** Returns the coverage of the inside of path data. The path's box starts at (0, 0) and is centred on the mask. */
export function boxedCoverage(form: MaskForm, d: string, { width, height }: Size): Coverage {
  return outlineCoverage({ ...form, toImage: compose(form.toImage, translation(-width / 2, -height / 2)) }, d);
}

/** Returns the size of a mask that fills the clip's box by default. */
export function wideSize({ mask, box }: MaskForm): Size {
  return { width: mask.width ?? box.width, height: mask.height ?? box.height };
}

/** Returns the size of a mask that is square by default. The default side is the shorter side of the clip's box. */
export function squareSize({ mask, box }: MaskForm): Size {
  const side = Math.min(box.width, box.height);
  return { width: mask.width ?? mask.height ?? side, height: mask.height ?? mask.width ?? side };
}
