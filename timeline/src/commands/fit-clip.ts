import { defineCommand } from '../command/define-command.ts';
import { oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findVisualClip } from '../edit/visual-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { placingKeyframes, withoutPlace } from '../edit/without-place.ts';
import { FITS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

export const fitClip = defineCommand({
  op: 'fitClip',
  description:
    'Fits a picture to the canvas, in its middle at scale 1: cover fills it and cuts the rest, contain shows all of it, fill stretches it, none keeps its pixels, contain-blur fills the bars with a blurred copy.',
  keywords: {
    letterbox: { mode: 'contain' },
    pillarbox: { mode: 'contain' },
    'black bars': { mode: 'cover' },
    'blur background': { mode: 'contain-blur' },
    'blurred bars': { mode: 'contain-blur' },
    'fill the frame': { mode: 'cover' },
    reframe: { mode: 'cover' },
    stretch: { mode: 'fill' },
  },
  params: { clipId: ClipIdParam, mode: oneOf(FITS, 'How to fit.') },
  returns: {},
  examples: [
    { title: 'Fill the canvas', params: { clipId: 'clip-1', mode: 'cover' } },
    { title: 'Show all of it', params: { clipId: 'clip-2', mode: 'contain-blur' } },
  ],
  run: (document, params) => {
    const { clip, index } = findVisualClip(document, params.clipId);
    const next = { ...withoutPlace(clip), fit: params.mode };
    return { document: withClip(document, index, next), data: withFixes({}, placingKeyframes(next)) };
  },
});
