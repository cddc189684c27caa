import type { Mask } from '@framemill/timeline';
import type { Coverage } from '../graph/graph-node.ts';
import { compose, type Matrix, translation } from '../graph/matrix.ts';
import { transformPath } from '../graph/path-data.ts';
import type { Size } from '../graph/placement.ts';

/** A mask at a moment, in pixels of the clip's box. */
export interface MaskForm {
  readonly mask: Mask;
  /** The clip's box. */
  readonly box: Size;
  /** From the mask's own pixels, whose origin is its centre and which are upright, to the picture worked on. */
  readonly toImage: Matrix;
  /** The length of a document pixel in the picture worked on: a mask that grows keeps its feather. */
  readonly scale: number;
  readonly feather: number;
  /** The outline of a text and the box that it fills from (0, 0). */
  readonly textOutline: (text: string, fontFamily: string | undefined) => TextOutline;
}

/** The outline of a text, and the box that it fills. */
export interface TextOutline extends Size {
  /** SVG path data. */
  readonly d: string;
}

/** One member of the masks: a pure function that returns a coverage. */
export interface MaskShape {
  readonly shape: Mask['shape'];
  readonly description: string;
  coverage(form: MaskForm): Coverage;
}

/** The coverage inside path data of the mask's own pixels. */
export function outlineCoverage(form: MaskForm, d: string): Coverage {
  const { mask, toImage, scale, feather } = form;
  return {
    kind: 'outline',
    d: transformPath(d, toImage),
    feather: feather * scale,
    expansion: (mask.expansion ?? 0) * scale,
  };
}

/** The same for path data whose box starts at (0, 0). */
export function boxedCoverage(form: MaskForm, d: string, { width, height }: Size): Coverage {
  return outlineCoverage({ ...form, toImage: compose(form.toImage, translation(-width / 2, -height / 2)) }, d);
}

/** The size of a mask that fills the clip's box when it says nothing else. */
export function wideSize({ mask, box }: MaskForm): Size {
  return { width: mask.width ?? box.width, height: mask.height ?? box.height };
}

/** The size of a mask that is as wide as high when it says nothing else: at most the box's shorter side. */
export function squareSize({ mask, box }: MaskForm): Size {
  const side = Math.min(box.width, box.height);
  return { width: mask.width ?? mask.height ?? side, height: mask.height ?? mask.width ?? side };
}
