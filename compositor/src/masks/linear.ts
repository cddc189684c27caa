import { apply } from '../graph/matrix.ts';
import type { MaskShape } from './define-mask.ts';

export const linear: MaskShape = {
  shape: 'linear',
  description: 'What lies above a line through its centre.',
  coverage({ mask, toPicture, scale, feather }) {
    const centre = apply(toPicture, 0, 0);
    const above = apply(toPicture, 0, -1);
    const angle = Math.atan2(above.y - centre.y, above.x - centre.x);
    // A larger inside: the line moves away from it.
    const away = (mask.expansion ?? 0) * scale;
    const [x, y] = [centre.x - Math.cos(angle) * away, centre.y - Math.sin(angle) * away];
    return { kind: 'half', x, y, angle: (angle * 180) / Math.PI, feather: feather * scale };
  },
};
