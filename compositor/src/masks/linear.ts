import { apply, determinant } from '../graph/matrix.ts';
import type { MaskShape } from './define-mask.ts';

export const linear: MaskShape = {
  shape: 'linear',
  description: 'What lies above a line through its centre.',
  coverage({ mask, toImage, scale, feather }) {
    const centre = apply(toImage, 0, 0);
    const along = apply(toImage, 1, 0);
    // Perpendicular to the line as displayed: where the image is stretched or skewed, "above" is slanted.
    const side = Math.sign(determinant(toImage));
    const angle = Math.atan2(side * (centre.x - along.x), side * (along.y - centre.y));
    // Expansion moves the line outwards.
    const away = (mask.expansion ?? 0) * scale;
    const [x, y] = [centre.x - Math.cos(angle) * away, centre.y - Math.sin(angle) * away];
    return { kind: 'half', x, y, angle: (angle * 180) / Math.PI, feather: feather * scale };
  },
};
