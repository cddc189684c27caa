import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, oneOf } from '../document/scalars.ts';
import { checked } from '../edit/change-clip.ts';
import { clampOffset } from '../edit/clamp-offset.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { endLimits, startLimits, withEndMoved, withStartMoved } from '../edit/move-cut.ts';
import { neighboursOf } from '../edit/neighbours.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { rateOf } from '../time/rate.ts';
import { ClipIdParam } from './params.ts';

export const rollEdit = defineCommand({
  op: 'rollEdit',
  description:
    'Moves the cut between a clip and its neighbour: one gets longer as the other gets shorter, and nothing else moves. It stops where a source ends.',
  keywords: { 'rolling edit': {}, 'move the cut': {} },
  params: {
    clipId: ClipIdParam,
    edge: oneOf(['start', 'end'], 'Which edge of the clip the cut is.'),
    offset: numberIn(-LIMITS.seconds, LIMITS.seconds, 'How far to move the cut; negative is earlier. Seconds.'),
  },
  returns: { offset: numberIn(-LIMITS.seconds, LIMITS.seconds, 'How far the cut was moved. Seconds.') },
  examples: [
    { title: 'Cut a second later', params: { clipId: 'clip-1', edge: 'end', offset: 1 }, gives: { offset: 1 } },
    {
      title: 'The same cut, earlier',
      params: { clipId: 'clip-2', edge: 'start', offset: -0.5 },
      gives: { offset: -0.5 },
    },
  ],
  run: (document, params, context) => {
    const { clip } = findEditableClip(document, params.clipId);
    const { before, after, touchesBefore, touchesAfter } = neighboursOf(document, clip);
    const left = params.edge === 'start' ? before : clip;
    const right = params.edge === 'start' ? clip : after;
    if (!left || !right || !(params.edge === 'start' ? touchesBefore : touchesAfter)) {
      throw refuse(`No clip touches the ${params.edge} of clip "${clip.id}". Use trimClip to move its edge alone.`);
    }
    const rate = rateOf(document.settings.fps);
    const leftLimits = endLimits(left, context.media, rate);
    const rightLimits = startLimits(right, context.media, rate);
    const { offsetSec, fixes } = clampOffset(
      params.offset,
      {
        minSec: Math.max(leftLimits.minSec, rightLimits.minSec),
        maxSec: Math.min(leftLimits.maxSec, rightLimits.maxSec),
      },
      'each clip must keep at least one frame and must stay within its source',
    );
    const clips = document.clips
      .with(document.clips.indexOf(left), checked(withEndMoved(left, offsetSec, rate)))
      .with(document.clips.indexOf(right), checked(withStartMoved(right, offsetSec, rate)));
    return { document: { ...document, clips }, data: withFixes({ offset: offsetSec }, fixes) };
  },
});
