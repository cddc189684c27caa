import { apply, determinant } from '../graph/matrix.ts';
import type { MaskShape } from './define-mask.ts';

export const linear: MaskShape = {
  shape: 'linear',
  description: 'What lies above a line through its centre.',
  coverage({ mask, toImage, scale, feather }) {
    const centre = apply(toImage, 0, 0);
    const along = apply(toImage, 1, 0);
    // Right angles to the line as it is shown: where the picture is stretched or skewed, "above" leans.
    const side = Math.sign(determinant(toImage));
    const angle = Math.atan2(side * (centre.x - along.x), side * (along.y - centre.y));
    // A larger inside: the line moves away from it.
    const away = (mask.expansion ?? 0) * scale;
    const [x, y] = [centre.x - Math.cos(angle) * away, centre.y - Math.sin(angle) * away];
    return { kind: 'half', x, y, angle: (angle * 180) / Math.PI, feather: feather * scale };
  },
};
