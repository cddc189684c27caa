import { heart as outline } from '../sprites/shapes/heart.ts';
import { boxedCoverage, type MaskShape, squareSize } from './define-mask.ts';

export const heart: MaskShape = {
  shape: 'heart',
  description: 'A heart, point down.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, outline.outline({ ...size, cornerRadius: 0 }), size);
  },
};
