import { polygonPath } from '../sprites/shapes/outline.ts';
import { type MaskShape, outlineCoverage } from './define-mask.ts';

export const mirror: MaskShape = {
  shape: 'mirror',
  description: "A band across the clip: its height, or half the box's; its width does not matter.",
  coverage(form) {
    const { mask, box } = form;
    const reach = 2 * (box.width + box.height + Math.abs(mask.x ?? 0) + Math.abs(mask.y ?? 0));
    const half = (mask.height ?? box.height / 2) / 2;
    const corners = [
      [-reach, -half],
      [reach, -half],
      [reach, half],
      [-reach, half],
    ] as const;
    return outlineCoverage(form, polygonPath(corners));
  },
};
