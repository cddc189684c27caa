import { diamond as outline } from '../sprites/shapes/diamond.ts';
import { boxedCoverage, type MaskShape, squareSize } from './define-mask.ts';

export const diamond: MaskShape = {
  shape: 'diamond',
  description: 'A rhombus.',
  coverage(form) {
    const size = squareSize(form);
    return boxedCoverage(form, outline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};
