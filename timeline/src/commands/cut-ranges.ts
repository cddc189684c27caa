import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS, OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { CLOSED, id, numberIn, seconds } from '../document/scalars.ts';
import { checked } from '../edit/change-clip.ts';
import { duckUnderParts, replaceByParts } from '../edit/clip-parts.ts';
import { cutClip, partOfFades } from '../edit/cut-clip.ts';
import { findAudibleClip, findEditableClip } from '../edit/find-clip.ts';
import { refuseWhenFull } from '../edit/insert-clip.ts';
import { analysisForClip } from '../edit/media-for-clip.ts';
import { partOfClip, withoutInnerEdges } from '../edit/part-of-clip.ts';
import { type ClipRange, joined, stretchesInClip } from '../edit/stretches-in-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { frameOf, rateOf } from '../time.ts';
import { ClipIdParam } from './params.ts';

const RangeSchema = Type.Object(
  { start: seconds('Where it starts on the timeline.'), end: seconds('Where it ends on the timeline.') },
  { ...CLOSED, description: 'A range to cut out.' },
);

export const cutRanges = defineCommand({
  op: 'cutRanges',
  description:
    'Cuts ranges of the timeline out of one clip. With ripple, what remains and the later clips of its track ' +
    'move up. The first part that remains keeps the id.',
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
        `ranges do not overlap the clip, which is at ${clip.start} to ${clip.start + clip.duration} s. Use times ` +
          'of the timeline.',
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
 * Limits ranges to a clip and merges those that overlap or touch. Returns them in order. Throws `invalid_request` for a
 * range that does not end after its start.
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

/** Returns the parts of a clip before, between and after the removed ranges. A part may be empty. */
function remainder(clip: Clip, removed: readonly Span[]): Span[] {
  const starts = [clip.start, ...removed.map(({ end }) => end)];
  const ends = [...removed.map(({ start }) => start), clip.start + clip.duration];
  return starts.map((start, index) => ({ start, end: ends[index] ?? start }));
}

export const trimSilence = defineCommand({
  op: 'trimSilence',
  needs: ['analysis'],
  description:
    'Cuts the silent parts out of a clip. What is left follows without gaps, and later clips of its track move ' +
    'up. The first part keeps the id.',
  keywords: { 'remove silence': {}, 'cut pauses': {}, 'dead air': {} },
  params: {
    clipId: ClipIdParam,
    thresholdDb: Type.Optional(numberIn(-80, -20, 'Level below which it is silent; -40 when absent. dBFS.')),
    minSilence: Type.Optional(numberIn(0.1, 60, 'Shorter silence stays; 0.5 when absent. Seconds.')),
    padding: Type.Optional(numberIn(0, 5, 'Silence left on each side of a sound; 0.1 when absent. Seconds.')),
  },
  returns: {
    clipIds: Type.Array(id('A part.'), { description: 'The parts in order.' }),
    removedSec: seconds('How much was cut.'),
  },
  examples: [
    { title: 'A talk without its pauses', params: { clipId: 'clip-1' }, gives: { clipIds: ['clip-1'] } },
    {
      title: 'Only long pauses, and not too tight',
      params: { clipId: 'clip-2', minSilence: 1, padding: 0.25 },
      gives: { clipIds: ['clip-2'] },
    },
  ],
  run: (document, params, context) => {
    const { clip } = findAudibleClip(document, params.clipId);
    if (clip.freezeAt !== null) throw refuse(`Clip "${clip.id}" is frozen and has no audio. Choose another clip.`);
    if (clip.loop) throw refuse(`Clip "${clip.id}" loops, but its parts would not. Set loop to false first.`);
    const { silences } = analysisForClip(clip, context);
    const silent = silences.filter(({ levelDb }) => levelDb <= (params.thresholdDb ?? -40));
    const frameSec = rateOf(document.settings.fps).den / rateOf(document.settings.fps).num;
    const cuts = stretchesInClip(clip, silent)
      .filter(({ fromSec, toSec }) => toSec - fromSec >= (params.minSilence ?? 0.5) - 1e-6)
      .map((range) => onFrames(padded(range, clip, params.padding ?? 0.1), clip, frameSec))
      .filter(({ fromSec, toSec }) => toSec - fromSec >= frameSec / 2);
    if (cuts.length === 0) return { document, data: { clipIds: [clip.id], removedSec: 0 } };
    const kept = between(joined(cuts), clip.duration, frameSec);
    if (kept.length === 0) {
      throw refuse(
        `Clip "${clip.id}" is silent for all of its ${clip.duration} s, so nothing would remain. Remove the clip.`,
      );
    }
    const { document: changed, clipIds, removedSec } = keepRanges(document, clip, kept, () => context.newId('clip'));
    return { document: changed, data: { clipIds, removedSec } };
  },
});

/**
 * Shortens a silence by `padding` at each end. An end at the edge of the clip is not moved, because no audio of the
 * clip follows there.
 */
function padded({ fromSec, toSec }: ClipRange, clip: Clip, padding: number): ClipRange {
  return {
    fromSec: fromSec <= 1e-6 ? 0 : fromSec + padding,
    toSec: toSec >= clip.duration - 1e-6 ? clip.duration : toSec - padding,
  };
}

/** Rounds a cut to frames of the timeline, inwards, so that it stays inside the silence. */
function onFrames({ fromSec, toSec }: ClipRange, clip: Clip, frameSec: number): ClipRange {
  const up = (sec: number) => Math.ceil((clip.start + sec) / frameSec - 1e-6) * frameSec - clip.start;
  const down = (sec: number) => Math.floor((clip.start + sec) / frameSec + 1e-6) * frameSec - clip.start;
  return {
    fromSec: fromSec === 0 ? 0 : up(fromSec),
    toSec: toSec === clip.duration ? toSec : down(toSec),
  };
}

/** Returns the ranges before, between and after the cuts. Ranges shorter than half a frame are left out. */
function between(cuts: readonly ClipRange[], durationSec: number, frameSec: number): ClipRange[] {
  const edges = [0, ...cuts.flatMap(({ fromSec, toSec }) => [fromSec, toSec]), durationSec];
  const kept: ClipRange[] = [];
  for (let place = 0; place < edges.length; place += 2) {
    const range = { fromSec: edges[place] ?? 0, toSec: edges[place + 1] ?? durationSec };
    if (range.toSec - range.fromSec >= frameSec / 2) kept.push(range);
  }
  return kept;
}

/**
 * Replaces a clip by the given ranges of it (in order, not overlapping), joined without gaps from its start. Later
 * clips of its track move earlier by the removed time. The first part keeps the clip's id. Transition, fades and text
 * animations stay at the start of the first part and the end of the last one.
 */
function keepRanges(
  document: Document,
  clip: Clip,
  ranges: readonly ClipRange[],
  newId: () => string,
): { document: Document; clipIds: string[]; removedSec: number } {
  const count = document.clips.length + ranges.length - 1;
  if (count > LIMITS.clips) {
    throw refuse(`The project would have ${count} clips; the limit is ${LIMITS.clips}. Remove some first.`);
  }
  const rate = rateOf(document.settings.fps);
  // Fades stay at the outer edges of the remaining parts.
  const [headSec, endSec] = [ranges[0]?.fromSec ?? 0, ranges.at(-1)?.toSec ?? clip.duration];
  const fades: typeof partOfFades = (whole, fromSec, toSec) =>
    partOfFades(whole, fromSec - headSec, toSec - headSec, endSec - headSec);
  let start = clip.start;
  const parts = ranges.map(({ fromSec, toSec }, place) => {
    const part: Clip = { ...cutClip(clip, fromSec, toSec, rate, fades), start, id: place > 0 ? newId() : clip.id };
    start += part.duration;
    return checked(withoutInnerEdges(part, place === 0, place === ranges.length - 1));
  });
  const oldEnd = clip.start + clip.duration;
  const removedSec = oldEnd - start;
  const clips = document.clips.flatMap((other) => {
    if (other.id === clip.id) return parts;
    const after = other.trackIndex === clip.trackIndex && other.start >= oldEnd - OVERLAP_TOLERANCE_SEC;
    return after ? [{ ...other, start: Math.max(0, other.start - removedSec) }] : [other];
  });
  const clipIds = parts.map((part) => part.id);
  return { document: { ...document, clips: duckUnderParts(clips, clip.id, clipIds) }, clipIds, removedSec };
}
