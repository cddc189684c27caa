import { rectangle as outline } from '../sprites/shapes/rectangle.ts';
import { boxedCoverage, type MaskShape, wideSize } from './define-mask.ts';

export const rectangle: MaskShape = {
  shape: 'rectangle',
  description: "A rectangle, the clip's box when it has no size.",
  coverage(form) {
    const size = wideSize(form);
    return boxedCoverage(form, outline.outline({ ...size, cornerRadius: form.mask.cornerRadius ?? 0 }), size);
  },
};
