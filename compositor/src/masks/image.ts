import type { MaskShape } from './define-mask.ts';

/** Name of the graph input for the mask's image. */
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
