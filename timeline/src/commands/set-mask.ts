import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { type Mask, MaskSchema } from '../document/mask.ts';
import { withClip } from '../edit/change-clip.ts';
import { mediaForClip } from '../edit/media-for-clip.ts';
import { findVisualClip } from '../edit/visual-clip.ts';
import { refuse } from '../errors/refuse.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { ClipIdParam } from './params.ts';

export const setMask = defineCommand({
  op: 'setMask',
  description:
    'Shows a clip through a shape; it takes the place of the mask that there is. null or shape none removes it.',
  keywords: {
    'circle mask': { mask: { shape: 'circle' } },
    mask: {},
    'rounded corners': { mask: { shape: 'rounded-rectangle' } },
    'circular video': { mask: { shape: 'circle' } },
    cutout: {},
    'track matte': { mask: { shape: 'image' } },
    'text mask': { mask: { shape: 'text' } },
  },
  params: {
    clipId: ClipIdParam,
    mask: Type.Union([MaskSchema, Type.Null()], { description: 'The mask; lengths in pixels of the clip at scale 1.' }),
  },
  returns: {},
  examples: [
    {
      title: 'A round window',
      params: { clipId: 'clip-1', mask: { shape: 'circle', width: 600, height: 600, feather: 20 } },
    },
    {
      title: 'A slanted corner',
      params: {
        clipId: 'clip-2',
        mask: {
          shape: 'polygon',
          points: [
            [-960, -540],
            [960, -540],
            [400, 540],
            [-960, 540],
          ],
        },
      },
    },
  ],
  run: (document, params, context) => {
    const { clip, index } = findVisualClip(document, params.clipId);
    const { mask: _, ...unmasked } = clip;
    if (params.mask === null || params.mask.shape === 'none') {
      return { document: clip.mask ? withClip(document, index, unmasked) : document };
    }
    requireContent(params.mask, context.media);
    return { document: withClip(document, index, { ...clip, mask: params.mask }) };
  },
});

/** Throws `invalid_request` for a mask without the content that its shape needs, such as the points of a polygon. */
function requireContent(mask: Mask, media: MediaLookup): void {
  const { shape } = mask;
  if (shape === 'polygon' && !mask.points)
    throw refuse('mask of shape polygon needs points. Give at least three points.');
  if (shape === 'path' && !mask.d) throw refuse('mask of shape path needs d. Give SVG path data.');
  if (shape === 'text' && !mask.text) throw refuse('mask of shape text needs text. Give the words.');
  if (shape !== 'image') return;
  if (!mask.src) throw refuse('mask of shape image needs src. Give the media id of an image.');
  mediaForClip(mask.src, 'image', media);
}
