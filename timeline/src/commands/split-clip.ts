import { Type } from '#typebox';
import { id, seconds } from '../document/scalars.ts';
import { checked } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { refuse } from '../edit/refuse.ts';
import { refuseWhenFull } from '../edit/refuse-when-full.ts';
import { frameOf, rateOf } from '../time/rate.ts';
import { defineCommand } from './define-command.ts';
import { ClipIdParam } from './params.ts';

export const splitClip = defineCommand({
  op: 'splitClip',
  description:
    'Cuts a clip in two at a moment of the timeline. The first part keeps the id, so splitting the same clip again needs the new ids; sliceClip makes many parts at once.',
  params: { clipId: ClipIdParam, at: seconds('Where to cut, on the timeline, inside the clip.') },
  returns: { clipIds: Type.Array(id('A part.'), { description: 'The two parts in order.' }) },
  examples: [{ title: 'In the middle', params: { clipId: 'clip-1', at: 2.5 } }],
  run: (document, params, context) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    refuseWhenFull(document);
    const end = clip.start + clip.duration;
    const rate = rateOf(document.settings.fps);
    const atFrame = frameOf(params.at, rate);
    if (atFrame <= frameOf(clip.start, rate) || atFrame >= frameOf(end, rate)) {
      throw refuse(
        `at must lie at least a frame inside the clip, between ${clip.start} and ${end} (got ${params.at}).`,
      );
    }
    const left = checked(partOfClip(clip, clip.start, params.at, clip.id));
    const right = checked(partOfClip(clip, params.at, end, context.newId('clip')));
    const clips = document.clips.toSpliced(index, 1, left, right);
    return { document: { ...document, clips }, data: { clipIds: [left.id, right.id] } };
  },
});
