import { star as outline } from '../sprites/shapes/star.ts';
import { boxedCoverage, type MaskShape, squareSize } from './define-mask.ts';

export const star: MaskShape = {
  shape: 'star',
  description: 'A star with five points.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, outline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};
