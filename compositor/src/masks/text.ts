import type { TextStyle } from '@framemill/timeline';
import { compose, scaling } from '../graph/matrix.ts';
import { boxedCoverage, type MaskShape, wideSize } from './define-mask.ts';

const outlineFontSize = 100;

/** Returns the style with which the outlines of `textOutline` are laid out, whatever the size of the mask. */
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
