import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { ClipSchema } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { fraction, oneOf } from '../document/scalars.ts';
import { type Mask, MaskSchema } from '../document/shape.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip, findVisibleClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { mediaForClip } from '../edit/media-for-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { BLEND_MODES } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

const { x, y, scale, rotation, opacity, flipH, flipV } = ClipSchema.properties;

/** Properties of a transform that keyframes override. */
const KEYFRAMED = ['x', 'y', 'scale', 'rotation', 'opacity'] as const;

export const setTransform = defineCommand({
  op: 'setTransform',
  description: 'Places a clip: position of its centre from the canvas centre, size, rotation, opacity, mirroring.',
  keywords: {
    bigger: {},
    smaller: {},
    rotate: {},
    mirror: { flipH: true },
    flip: { flipH: true },
    'flip vertical': { flipV: true },
    resize: {},
    scale: {},
    position: {},
    opacity: {},
    transparent: { opacity: 0.5 },
    place: {},
  },
  params: {
    clipId: ClipIdParam,
    x: Type.Optional(x),
    y: Type.Optional(y),
    scale: Type.Optional(scale),
    rotation: Type.Optional(rotation),
    opacity: Type.Optional(opacity),
    flipH,
    flipV,
  },
  returns: {},
  examples: [
    { title: 'A small picture in the upper right', params: { clipId: 'clip-1', x: 600, y: -300, scale: 0.3 } },
    { title: 'Upside down', params: { clipId: 'clip-1', rotation: 180, flipH: true } },
  ],
  run: (document, params) => {
    const { clipId, ...transform } = params;
    const { clip, index } = findEditableClip(document, clipId);
    if (Object.keys(transform).length === 0) {
      throw refuse('setTransform changes nothing. Give x, y, scale, rotation, opacity, flipH or flipV.');
    }
    const hidden = KEYFRAMED.filter((prop) => prop in transform && clip[KEYFRAMABLE[prop].field]?.length);
    const notes = hidden.map((prop) => `${prop} has keyframes, which go before the value set here. Use addKeyframe.`);
    return { document: withClip(document, index, { ...clip, ...transform }), data: withFixes({}, notes) };
  },
});

const { cropL, cropR, cropT, cropB } = ClipSchema.properties;
const SIDES = ['cropL', 'cropR', 'cropT', 'cropB'] as const;

export const setCrop = defineCommand({
  op: 'setCrop',
  description:
    'Cuts the sides of a picture off, as shares of its box. Sides that are not given stay; 0 takes a crop back.',
  keywords: { crop: {}, 'cut off sides': {} },
  params: { clipId: ClipIdParam, cropL, cropR, cropT, cropB },
  returns: {
    cropL: fraction('Cut from the left now.'),
    cropR: fraction('Cut from the right now.'),
    cropT: fraction('Cut from the top now.'),
    cropB: fraction('Cut from the bottom now.'),
  },
  examples: [
    {
      title: 'The middle half',
      params: { clipId: 'clip-1', cropL: 0.25, cropR: 0.25 },
      gives: { cropL: 0.25, cropT: 0 },
    },
    { title: 'Without the lowest tenth', params: { clipId: 'clip-2', cropB: 0.1 }, gives: { cropB: 0.1 } },
  ],
  run: (document, params) => {
    const { clipId, ...sides } = params;
    const { clip, index } = findVisibleClip(document, clipId);
    if (Object.keys(sides).length === 0) throw refuse('setCrop changes nothing. Give cropL, cropR, cropT or cropB.');
    const next = { ...clip, ...sides };
    const hidden = SIDES.filter((side) => side in sides && clip[KEYFRAMABLE[side].field]?.length);
    const notes = hidden.map((side) => `${side} has keyframes, which go before the value set here. Use addKeyframe.`);
    const data = { cropL: next.cropL ?? 0, cropR: next.cropR ?? 0, cropT: next.cropT ?? 0, cropB: next.cropB ?? 0 };
    return { document: withClip(document, index, next), data: withFixes(data, notes) };
  },
});

export const setBlendMode = defineCommand({
  op: 'setBlendMode',
  description: 'Sets how a clip mixes with what lies below it; normal covers it.',
  keywords: {
    'blend mode': {},
    blending: {},
    'double exposure': { blendMode: 'screen' },
    'light leak': { blendMode: 'screen' },
  },
  params: { clipId: ClipIdParam, blendMode: oneOf(BLEND_MODES, 'How it mixes.') },
  returns: {},
  examples: [{ title: 'Light adds up', params: { clipId: 'clip-1', blendMode: 'screen' } }],
  run: (document, params) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    return { document: withClip(document, index, { ...clip, blendMode: params.blendMode }) };
  },
});

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
    const { clip, index } = findVisibleClip(document, params.clipId);
    const { mask: _, ...unmasked } = clip;
    if (params.mask === null || params.mask.shape === 'none') {
      return { document: clip.mask ? withClip(document, index, unmasked) : document };
    }
    requireContent(params.mask, context.media);
    return { document: withClip(document, index, { ...clip, mask: params.mask }) };
  },
});

/** Throws `invalid_request` for a mask without the data that its shape needs, such as the points of a polygon. */
function requireContent(mask: Mask, media: MediaLookup): void {
  const { shape } = mask;
  if (shape === 'polygon' && !mask.points)
    throw refuse('mask has the shape polygon, but no points. Set points to at least three points.');
  if (shape === 'path' && !mask.d) throw refuse('mask has the shape path, but no d. Set d to SVG path data.');
  if (shape === 'text' && !mask.text) throw refuse('mask has the shape text, but no text. Set text to the words.');
  if (shape !== 'image') return;
  if (!mask.src) throw refuse('mask has the shape image, but no src. Set src to the media id of an image.');
  mediaForClip(mask.src, 'image', media);
}
