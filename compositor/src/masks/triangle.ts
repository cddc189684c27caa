import { triangle as outline } from '../sprites/shapes/triangle.ts';
import { boxedCoverage, type MaskShape, squareSize } from './define-mask.ts';

export const triangle: MaskShape = {
  shape: 'triangle',
  description: 'An isosceles triangle, point up.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, outline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};
