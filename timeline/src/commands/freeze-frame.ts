import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { requireFrame } from '../command/require-frame.ts';
import { id, positiveSeconds, seconds } from '../document/scalars.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { findPlayingClip } from '../edit/playing-clip.ts';
import { refuseWhenFull } from '../edit/refuse-when-full.ts';
import { replaceByParts } from '../edit/replace-by-parts.ts';
import { stillOfClip } from '../edit/still-of-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { frameOf, rateOf } from '../time/rate.ts';
import { ClipIdParam } from './params.ts';

/** Default duration of the still frame. Seconds. */
const USUAL_SEC = 2;

export const freezeFrame = defineCommand({
  op: 'freezeFrame',
  description:
    'Lets the picture stand still at a moment, then go on: the clip is cut there, a still of that frame put in, and what follows on the track moves later.',
  keywords: { freeze: {}, 'still frame': {}, 'hold frame': {}, 'pause the picture': {} },
  params: {
    clipId: ClipIdParam,
    at: seconds('Which moment, on the timeline, in the clip; its end takes the last frame.'),
    duration: Type.Optional(positiveSeconds('How long it stands still; 2 when absent.')),
  },
  returns: {
    clipIds: Type.Array(id('A part.'), {
      description: 'What comes before, the still, what comes after; no empty ones.',
    }),
    stillClipId: id('The still.'),
  },
  examples: [
    { title: 'Stop for a second', params: { clipId: 'clip-1', at: 2, duration: 1 } },
    { title: 'Hold the last frame', params: { clipId: 'clip-2', at: 10 } },
  ],
  run: (document, params, context) => {
    const { clip } = findPlayingClip(document, params.clipId);
    if (clip.type !== 'video') {
      throw refuse(`Clip "${clip.id}" is of type ${clip.type}, which has no video. Choose a video clip.`);
    }
    const end = clip.start + clip.duration;
    const rate = rateOf(document.settings.fps);
    const [startFrame, atFrame, endFrame] = [clip.start, params.at, end].map((sec) => frameOf(sec, rate));
    if (startFrame === undefined || atFrame === undefined || endFrame === undefined) return { document };
    if (atFrame < startFrame || atFrame > endFrame) {
      throw refuse(`at must be within the clip, ${clip.start} to ${end} s (got ${params.at}).`);
    }
    const duration = params.duration ?? USUAL_SEC;
    requireFrame(document, duration);
    const hasLeft = atFrame > startFrame;
    const hasRight = atFrame < endFrame;
    refuseWhenFull(document, hasLeft && hasRight ? 2 : 1);
    const at = !hasLeft ? clip.start : hasRight ? params.at : end;
    const still = { ...stillOfClip(clip, at, rate, context.newId('clip')), start: at, duration };
    const left = hasLeft ? [partOfClip(clip, clip.start, at, clip.id, rate)] : [];
    const rightId = hasLeft && hasRight ? context.newId('clip') : clip.id;
    const right = hasRight ? [partOfClip(clip, at, end, rightId, rate)] : [];
    // The transition stays at the outer edge, which may now belong to the still.
    const [transition, other] = [clip.transition, clip.transition?.edge === 'out' ? hasRight : hasLeft];
    if (transition && !other) {
      still.transition = transition;
      for (const part of [...left, ...right]) delete part.transition;
    }
    const parts = [...left, still, ...right.map((part) => ({ ...part, start: at + duration }))];
    return {
      document: replaceByParts(document, clip, parts, duration),
      data: { clipIds: parts.map((part) => part.id), stillClipId: still.id },
    };
  },
});
