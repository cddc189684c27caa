import { defineCommand } from '../command/define-command.ts';
import { ClipSchema } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { fraction } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findVisualClip } from '../edit/visual-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam } from './params.ts';

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
    const { clip, index } = findVisualClip(document, clipId);
    if (Object.keys(sides).length === 0) throw refuse('setCrop changes nothing. Give cropL, cropR, cropT or cropB.');
    const next = { ...clip, ...sides };
    const hidden = SIDES.filter((side) => side in sides && clip[KEYFRAMABLE[side].field]?.length);
    const notes = hidden.map((side) => `${side} has keyframes, which go before the value set here. Use addKeyframe.`);
    const data = { cropL: next.cropL ?? 0, cropR: next.cropR ?? 0, cropT: next.cropT ?? 0, cropB: next.cropB ?? 0 };
    return { document: withClip(document, index, next), data: withFixes(data, notes) };
  },
});
