import { polygonPath } from '../sprites/shapes/outline.ts';
import { type MaskShape, outlineCoverage } from './define-mask.ts';

export const polygon: MaskShape = {
  shape: 'polygon',
  description: 'A polygon of `points`, from its centre.',
  coverage: (form) => outlineCoverage(form, polygonPath(form.mask.points ?? [], form.mask.cornerRadius ?? 0)),
};
