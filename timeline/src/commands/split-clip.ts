import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { id, seconds } from '../document/scalars.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { refuseWhenFull } from '../edit/refuse-when-full.ts';
import { replaceByParts } from '../edit/replace-by-parts.ts';
import { refuse } from '../errors/refuse.ts';
import { frameOf, rateOf } from '../time/rate.ts';
import { ClipIdParam } from './params.ts';

export const splitClip = defineCommand({
  op: 'splitClip',
  description:
    'Cuts a clip in two at a moment of the timeline. The first part keeps the id, so splitting the same clip again needs the new ids; sliceClip makes many parts at once.',
  keywords: { cut: {}, split: {}, razor: {}, blade: {} },
  params: { clipId: ClipIdParam, at: seconds('Where to cut, on the timeline, inside the clip.') },
  returns: { clipIds: Type.Array(id('A part.'), { description: 'The two parts in order.' }) },
  examples: [{ title: 'In the middle', params: { clipId: 'clip-1', at: 2.5 } }],
  run: (document, params, context) => {
    const { clip } = findEditableClip(document, params.clipId);
    refuseWhenFull(document);
    const end = clip.start + clip.duration;
    const rate = rateOf(document.settings.fps);
    const atFrame = frameOf(params.at, rate);
    if (atFrame <= frameOf(clip.start, rate) || atFrame >= frameOf(end, rate)) {
      throw refuse(
        `at must be at least one frame inside the clip, between ${clip.start} and ${end} s (got ${params.at}).`,
      );
    }
    const left = partOfClip(clip, clip.start, params.at, clip.id, rate);
    const right = partOfClip(clip, params.at, end, context.newId('clip'), rate);
    return { document: replaceByParts(document, clip, [left, right]), data: { clipIds: [left.id, right.id] } };
  },
});
