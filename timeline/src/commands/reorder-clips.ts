import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { id, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { findEditableTrack, nameOf } from '../edit/find-clip.ts';
import { movedClip } from '../edit/moved-clip.ts';
import { refuse } from '../errors/refuse.ts';

export const reorderClips = defineCommand({
  op: 'reorderClips',
  description:
    'Puts clips of a track into another order: they take the places that they have together, and what lies between and after moves to fit. Transitions stay with their clips.',
  keywords: { 'swap clips': {}, 'change order': {}, rearrange: {}, shuffle: {} },
  params: {
    trackIndex: trackId('Id of the track.'),
    clipIds: Type.Array(id('A clip.'), {
      minItems: 2,
      maxItems: LIMITS.clips,
      description: 'Clips of this track in the order wanted; others keep their place in the row.',
    }),
    gap: Type.Optional(seconds('Empty time between the clips, first to last; the times that there are when absent.')),
  },
  returns: {
    clipIds: Type.Array(id('A clip.'), { description: 'All clips of the track in their order now.' }),
  },
  examples: [
    {
      title: 'The second clip first',
      params: { trackIndex: 0, clipIds: ['clip-2', 'clip-1'] },
      gives: { clipIds: ['clip-2', 'clip-1'] },
    },
    { title: 'With a breath between', params: { trackIndex: 0, clipIds: ['clip-1', 'clip-2'], gap: 0.5 } },
  ],
  run: (document, params) => {
    const track = findEditableTrack(document, params.trackIndex);
    const row = document.clips.filter((clip) => clip.trackIndex === track.id).sort((a, b) => a.start - b.start);
    const known = new Map(row.map((clip) => [clip.id, clip]));
    const wanted = [...new Set(params.clipIds)].map((clipId) => {
      const clip = known.get(clipId);
      if (clip) return clip;
      throw refuse(
        `clipIds: "${clipId}" is not a clip of ${nameOf(track)}. Its clips: ${[...known.keys()].join(', ')}.`,
      );
    });
    if (wanted.length < params.clipIds.length) throw refuse('clipIds contains a clip twice. List each clip once.');
    const reordered = laidOut(row, wanted, params.gap);
    const moved = new Map(reordered.map((clip) => [clip.id, clip]));
    return {
      document: { ...document, clips: document.clips.map((clip) => moved.get(clip.id) ?? clip) },
      data: { clipIds: reordered.map((clip) => clip.id) },
    };
  },
});

/**
 * Returns the row with `wanted` in the positions that its clips had. Gaps belong to positions, so the row keeps its
 * length.
 */
function laidOut(row: readonly Clip[], wanted: readonly Clip[], gapSec: number | undefined): Clip[] {
  const chosen = new Set(wanted);
  const queue = [...wanted];
  const order = row.map((clip) => (chosen.has(clip) ? (queue.shift() ?? clip) : clip));
  const first = row.findIndex((clip) => chosen.has(clip));
  const last = row.findLastIndex((clip) => chosen.has(clip));
  let at = row[first]?.start ?? 0;
  return order.map((clip, place) => {
    if (place < first) return clip;
    if (place > first) at += place <= last && gapSec !== undefined ? gapSec : gapBefore(row, place);
    const moved = clip.start === at ? clip : movedClip(clip, at);
    at += clip.duration;
    return moved;
  });
}

/** Returns the gap before index `place` of the row, in seconds. Overlapping neighbours count as no gap. */
function gapBefore(row: readonly Clip[], place: number): number {
  const before = row[place - 1];
  const own = row[place];
  return before && own ? Math.max(0, own.start - before.start - before.duration) : 0;
}
