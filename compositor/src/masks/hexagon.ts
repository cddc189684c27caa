import { hexagon as outline } from '../sprites/shapes/hexagon.ts';
import { boxedCoverage, type MaskShape, squareSize } from './define-mask.ts';

export const hexagon: MaskShape = {
  shape: 'hexagon',
  description: 'Six sides, point up.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, outline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};
