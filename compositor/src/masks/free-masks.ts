import type { TextStyle } from '@framemill/timeline';
import { apply, compose, determinant, scaling } from '../graph/matrix.ts';
import { polygonPath } from '../sprites/shapes/outline.ts';
import { boxedCoverage, type MaskShape, outlineCoverage, wideSize } from './define-mask.ts';

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

export const polygon: MaskShape = {
  shape: 'polygon',
  description: 'A polygon of `points`, from its centre.',
  coverage: (form) => outlineCoverage(form, polygonPath(form.mask.points ?? [], form.mask.cornerRadius ?? 0)),
};

export const path: MaskShape = {
  shape: 'path',
  description: 'The inside of SVG path data `d`, from its centre.',
  coverage: (form) => outlineCoverage(form, form.mask.d ?? ''),
};

const outlineFontSize = 100;

/** Returns the text style for laying out the outline of a text mask. It does not depend on the size of the mask. */
export function maskTextStyle(content: string, fontFamily: string | undefined): TextStyle {
  return { content, fontSize: outlineFontSize, fontWeight: 700, ...(fontFamily ? { fontFamily } : {}) };
}

export const text: MaskShape = {
  shape: 'text',
  description: 'The glyphs of `text`; as large as fits its size, or the clip, when it has no fontSize.',
  coverage(form) {
    const { mask, toImage } = form;
    const outline = form.textOutline(mask.text ?? '', mask.fontFamily);
    const room = wideSize(form);
    const fitting = Math.min(room.width / outline.width, room.height / outline.height);
    const size = mask.fontSize === undefined ? fitting : mask.fontSize / outlineFontSize;
    const grown = { ...form, toImage: compose(toImage, scaling(size, size)) };
    return boxedCoverage(grown, outline.d, outline);
  },
};

/** Name of the effect graph's input that holds the image of an image mask. */
export const maskInput = 'mask';

export const image: MaskShape = {
  shape: 'image',
  description: "The alpha or the luma of a picture, stretched to its size or the clip's box.",
  coverage({ mask, scale, feather }) {
    return {
      kind: 'node',
      node: { kind: 'input', name: maskInput },
      channel: mask.channel?.startsWith('luma') ? 'luma' : 'alpha',
      expansion: (mask.expansion ?? 0) * scale,
      feather: feather * scale,
    };
  },
};
