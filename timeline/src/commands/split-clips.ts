import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { CLOSED, id, seconds } from '../document/scalars.ts';
import { replaceByParts } from '../edit/clip-parts.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { refuseWhenFull } from '../edit/insert-clip.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { frameOf, type Rate, rateOf } from '../time.ts';
import { ClipIdParam } from './params.ts';

export const splitClip = defineCommand({
  op: 'splitClip',
  description:
    'Cuts a clip in two at a moment of the timeline. The first part keeps the id, so splitting the same clip ' +
    'again needs the new ids; sliceClip makes many parts at once.',
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

/** Maximum number of parts that one command may create. */
const MOST_PARTS = 1_000;

const SegmentSchema = Type.Object(
  { start: seconds('Where it starts on the timeline.'), end: seconds('Where it ends on the timeline.') },
  { ...CLOSED, description: 'A part to keep.' },
);

export const sliceClip = defineCommand({
  op: 'sliceClip',
  description:
    'Cuts a clip into many parts at once: at times, into equal parts, or into segments. What lies in no segment ' +
    'is removed; nothing moves. The first part keeps the id.',
  keywords: { 'cut into parts': {}, 'cut on the beat': {} },
  params: {
    clipId: ClipIdParam,
    times: Type.Optional(
      Type.Array(seconds('A cut, on the timeline, inside the clip.'), {
        minItems: 1,
        maxItems: MOST_PARTS - 1,
        description: 'Where to cut.',
      }),
    ),
    segments: Type.Optional(
      Type.Union(
        [
          Type.Integer({ minimum: 2, maximum: MOST_PARTS, description: 'Number of parts of equal length.' }),
          Type.Array(SegmentSchema, { minItems: 1, maxItems: MOST_PARTS, description: 'Parts; they may not overlap.' }),
        ],
        { description: 'How many parts of equal length, or the parts to keep.' },
      ),
    ),
  },
  returns: { clipIds: Type.Array(id('A part.'), { description: 'The parts in order.' }) },
  examples: [
    { title: 'Into five equal parts', params: { clipId: 'clip-1', segments: 5 } },
    { title: 'At two moments', params: { clipId: 'clip-1', times: [1.5, 3] } },
    {
      title: 'Two moments of it',
      params: {
        clipId: 'clip-1',
        segments: [
          { start: 0.5, end: 1.5 },
          { start: 3, end: 4.5 },
        ],
      },
    },
  ],
  run: (document, params, context) => {
    const { clip } = findEditableClip(document, params.clipId);
    if ((params.times === undefined) === (params.segments === undefined)) {
      throw refuse(`sliceClip needs times or segments (got ${params.times ? 'both' : 'neither'}). Give one of them.`);
    }
    const rate = rateOf(document.settings.fps);
    const spans = Array.isArray(params.segments)
      ? spansOf(clip, params.segments, rate)
      : params.times
        ? spansBetween(clip, params.times, rate)
        : equalSpans(clip, params.segments ?? 1, rate);
    refuseWhenFull(document, spans.length - 1);
    const parts = spans.map(({ start, end }, index) =>
      partOfClip(clip, start, end, index === 0 ? clip.id : context.newId('clip'), rate),
    );
    return { document: replaceByParts(document, clip, parts), data: { clipIds: parts.map((part) => part.id) } };
  },
});

function equalSpans(clip: Clip, parts: number, rate: Rate): Span[] {
  const frames = frameOf(clip.start + clip.duration, rate) - frameOf(clip.start, rate);
  if (parts > frames)
    throw refuse(`segments must be at most ${frames}, the clip's number of frames (got ${parts}). Use fewer segments.`);
  const cuts = Array.from({ length: parts - 1 }, (_, index) => clip.start + (clip.duration * (index + 1)) / parts);
  return spansBetween(clip, cuts, rate);
}

interface Span {
  start: number;
  end: number;
}

function spansBetween(clip: Clip, times: readonly number[], rate: Rate): Span[] {
  const end = clip.start + clip.duration;
  const cuts = times.toSorted((a, b) => a - b);
  return [clip.start, ...cuts].map((start, index) => {
    const span = { start, end: cuts[index] ?? end };
    if (frameOf(span.end, rate) > frameOf(span.start, rate)) return span;
    throw refuse(
      `times must be between ${clip.start} and ${end} s and at least one frame apart (got ${cuts.join(', ')}). ` +
        'Remove the others.',
    );
  });
}

function spansOf(clip: Clip, segments: readonly Span[], rate: Rate): Span[] {
  const clipEnd = clip.start + clip.duration;
  const sorted = segments.toSorted((a, b) => a.start - b.start);
  let free = clip.start;
  for (const { start, end } of sorted) {
    if (start < clip.start || end > clipEnd) {
      throw refuse(`segments must be within the clip, ${clip.start} to ${clipEnd} s (got ${start} to ${end}).`);
    }
    if (frameOf(end, rate) <= frameOf(start, rate)) {
      throw refuse(`A segment must be at least one frame long (got ${start} to ${end}). Lengthen or remove it.`);
    }
    if (start < free) {
      throw refuse(`The segment ${start} to ${end} s overlaps the segment that ends at ${free} s. Correct them.`);
    }
    free = end;
  }
  return sorted;
}
