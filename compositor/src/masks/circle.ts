import { ellipsePath } from '../sprites/shapes/outline.ts';
import { boxedCoverage, type MaskShape, squareSize } from './define-mask.ts';

export const circle: MaskShape = {
  shape: 'circle',
  description: 'A circle of the shorter of its two sides.',
  coverage(form) {
    const { width, height } = squareSize(form);
    const size = { width: Math.min(width, height), height: Math.min(width, height) };
    return boxedCoverage(form, ellipsePath({ ...size, cornerRadius: 0 }), size);
  },
};
