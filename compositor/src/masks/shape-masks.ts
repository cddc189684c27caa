import {
  diamond as diamondOutline,
  ellipse as ellipseOutline,
  hexagon as hexagonOutline,
  rectangle as rectangleOutline,
  roundedRectangle as roundedRectangleOutline,
  triangle as triangleOutline,
} from '../sprites/shapes/basic-shapes.ts';
import { heart as heartOutline, star as starOutline } from '../sprites/shapes/figure-shapes.ts';
import { ellipsePath } from '../sprites/shapes/outline.ts';
import { boxedCoverage, type MaskShape, squareSize, wideSize } from './define-mask.ts';

export const rectangle: MaskShape = {
  shape: 'rectangle',
  description: "A rectangle, the clip's box when it has no size.",
  coverage(form) {
    const size = wideSize(form);
    return boxedCoverage(form, rectangleOutline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};

export const roundedRectangle: MaskShape = {
  shape: 'rounded-rectangle',
  description: 'A rectangle with round corners.',
  coverage(form) {
    const size = wideSize(form);
    return boxedCoverage(
      form,
      roundedRectangleOutline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }),
      size,
    );
  },
};

export const circle: MaskShape = {
  shape: 'circle',
  description: 'A circle of the shorter of its two sides.',
  coverage(form) {
    const { width, height } = squareSize(form);
    const size = { width: Math.min(width, height), height: Math.min(width, height) };
    return boxedCoverage(form, ellipsePath({ ...size, cornerRadius: 0 }), size);
  },
};

export const ellipse: MaskShape = {
  shape: 'ellipse',
  description: "An ellipse, as large as the clip's box when it has no size.",
  coverage(form) {
    const size = wideSize(form);
    return boxedCoverage(form, ellipseOutline.outline({ ...size, cornerRadius: 0 }), size);
  },
};

export const triangle: MaskShape = {
  shape: 'triangle',
  description: 'An isosceles triangle, point up.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, triangleOutline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};

export const diamond: MaskShape = {
  shape: 'diamond',
  description: 'A rhombus.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, diamondOutline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};

export const hexagon: MaskShape = {
  shape: 'hexagon',
  description: 'Six sides, point up.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, hexagonOutline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};

export const star: MaskShape = {
  shape: 'star',
  description: 'A star with five points.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, starOutline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};

export const heart: MaskShape = {
  shape: 'heart',
  description: 'A heart, point down.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, heartOutline.outline({ ...size, cornerRadius: 0 }), size);
  },
};
