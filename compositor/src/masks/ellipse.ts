import { ellipse as outline } from '../sprites/shapes/ellipse.ts';
import { boxedCoverage, type MaskShape, wideSize } from './define-mask.ts';

export const ellipse: MaskShape = {
  shape: 'ellipse',
  description: "An ellipse, as large as the clip's box when it has no size.",
  coverage(form) {
    const size = wideSize(form);
    return boxedCoverage(form, outline.outline({ ...size, cornerRadius: 0 }), size);
  },
};
