import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { ClipSchema } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
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
