import { type MaskShape, outlineCoverage } from './define-mask.ts';

export const path: MaskShape = {
  shape: 'path',
  description: 'The inside of SVG path data `d`, from its centre.',
  coverage: (form) => outlineCoverage(form, form.mask.d ?? ''),
};
