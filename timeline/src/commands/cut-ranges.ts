import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { CLOSED, id, seconds } from '../document/scalars.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { refuseWhenFull } from '../edit/refuse-when-full.ts';
import { replaceByParts } from '../edit/replace-by-parts.ts';
import { refuse } from '../errors/refuse.ts';
import { frameOf, rateOf } from '../time/rate.ts';
import { ClipIdParam } from './params.ts';

const RangeSchema = Type.Object(
  { start: seconds('Where it starts on the timeline.'), end: seconds('Where it ends on the timeline.') },
  { ...CLOSED, description: 'A range to cut out.' },
);

export const cutRanges = defineCommand({
  op: 'cutRanges',
  description:
    'Cuts ranges of the timeline out of one clip. With ripple, what remains and the later clips of its track move up. The first part that remains keeps the id.',
  keywords: {
    'jump cut': { ripple: true },
    'cut out': {},
    'remove a section': { ripple: true },
    extract: { ripple: true },
    lift: { ripple: false },
  },
  params: {
    clipId: ClipIdParam,
    ranges: Type.Array(RangeSchema, {
      minItems: 1,
      maxItems: 1_000,
      description: 'What to cut out; ranges may overlap and reach beyond the clip.',
    }),
    ripple: Type.Optional(Type.Boolean({ description: 'True: close the room that the ranges leave.' })),
  },
  returns: {
    clipIds: Type.Array(id('A part.'), { description: 'What remains, in order.' }),
    removedSec: seconds('How much of the clip was cut out.'),
  },
  examples: [
    {
      title: 'Two slips of the tongue',
      params: {
        clipId: 'clip-1',
        ranges: [
          { start: 1, end: 1.5 },
          { start: 3, end: 4 },
        ],
        ripple: true,
      },
      gives: { removedSec: 1.5 },
    },
    { title: 'A hole', params: { clipId: 'clip-2', ranges: [{ start: 6, end: 7 }] }, gives: { removedSec: 1 } },
  ],
  run: (document, params, context) => {
    const { clip } = findEditableClip(document, params.clipId);
    const rate = rateOf(document.settings.fps);
    const isVisible = ({ start, end }: Span) => frameOf(end, rate) > frameOf(start, rate);
    const removed = unionWithin(clip, params.ranges);
    if (removed.length === 0) {
      throw refuse(
        `ranges do not overlap the clip, which is at ${clip.start} to ${clip.start + clip.duration} s. Use times of the timeline.`,
      );
    }
    const kept = remainder(clip, removed).filter(isVisible);
    if (kept.length === 0) throw refuse('ranges leave nothing of the clip. Use removeClips to remove it.');
    refuseWhenFull(document, kept.length - 1);
    let id = clip.id;
    let at = clip.start;
    const parts = kept.map(({ start, end }) => {
      const part = partOfClip(clip, start, end, id, rate);
      id = context.newId('clip');
      if (!params.ripple) return part;
      const moved = { ...part, start: at };
      at += part.duration;
      return moved;
    });
    const left = parts.reduce((sum, part) => sum + part.duration, 0);
    const rippleSec = params.ripple ? left - clip.duration : 0;
    return {
      document: replaceByParts(document, clip, parts, rippleSec),
      data: { clipIds: parts.map((part) => part.id), removedSec: clip.duration - left },
    };
  },
});

interface Span {
  start: number;
  end: number;
}

/**
 * Clips the ranges to the clip and joins those that overlap or touch. Returns them in order. Throws `invalid_request`
 * for a range that does not end after its start.
 */
function unionWithin(clip: Clip, ranges: readonly Span[]): Span[] {
  const clipEnd = clip.start + clip.duration;
  const union: Span[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    if (range.end <= range.start) {
      throw refuse(
        `A range must end after it starts (got ${range.start} to ${range.end}). Swap its ends or leave it out.`,
      );
    }
    const start = Math.max(clip.start, range.start);
    const end = Math.min(clipEnd, range.end);
    if (end <= start) continue;
    const last = union.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else union.push({ start, end });
  }
  return union;
}

/** Returns the parts of the clip between the removed ranges. They may be empty. */
function remainder(clip: Clip, removed: readonly Span[]): Span[] {
  const starts = [clip.start, ...removed.map(({ end }) => end)];
  const ends = [...removed.map(({ start }) => start), clip.start + clip.duration];
  return starts.map((start, index) => ({ start, end: ends[index] ?? start }));
}
