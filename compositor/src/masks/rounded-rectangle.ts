import { roundedRectangle as outline } from '../sprites/shapes/rounded-rectangle.ts';
import { boxedCoverage, type MaskShape, wideSize } from './define-mask.ts';

export const roundedRectangle: MaskShape = {
  shape: 'rounded-rectangle',
  description: 'A rectangle with round corners.',
  coverage(form) {
    const size = wideSize(form);
    return boxedCoverage(form, outline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};
