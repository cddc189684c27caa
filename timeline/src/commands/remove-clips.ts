import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { id } from '../document/scalars.ts';
import { type ClosedStretch, closedTime } from '../edit/closed-time.ts';
import { findEditableClips } from '../edit/find-clip.ts';
import { movedClip } from '../edit/moved-clip.ts';

export const removeClips = defineCommand({
  op: 'removeClips',
  description: 'Removes clips. With ripple, later clips of the same tracks move up into the room they leave.',
  keywords: { delete: {}, 'delete clip': {}, 'ripple delete': { ripple: true } },
  params: {
    clipIds: Type.Array(id('A clip.'), { minItems: 1, maxItems: LIMITS.clips, description: 'Clips to remove.' }),
    ripple: Type.Optional(Type.Boolean({ description: 'True: close the room they leave.' })),
  },
  returns: { removed: Type.Integer({ description: 'How many clips were removed.' }) },
  examples: [
    { title: 'One clip', params: { clipIds: ['title-1'] }, gives: { removed: 1 } },
    { title: 'Close the gap', params: { clipIds: ['clip-1'], ripple: true }, gives: { removed: 1 } },
  ],
  run: (document, params) => {
    const ids = new Set(params.clipIds);
    const removed = findEditableClips(document, ids);
    const kept = document.clips.filter((clip) => !ids.has(clip.id));
    const clips = params.ripple ? movedUp(kept, removed) : kept;
    return { document: { ...document, clips }, data: { removed: removed.length } };
  },
});

function movedUp(kept: readonly Clip[], removed: readonly Clip[]): Clip[] {
  const closedOn = new Map(
    [...Map.groupBy(removed, (clip) => clip.trackIndex)].map(([track, gone]) => [
      track,
      closedTime(gone.map(stretchOf).sort((a, b) => a.startSec - b.startSec)),
    ]),
  );
  return kept.map((clip) => {
    const bySec = closedOn.get(clip.trackIndex)?.(clip.start) ?? 0;
    return bySec === 0 ? clip : movedClip(clip, clip.start - bySec);
  });
}

function stretchOf({ start, duration }: Clip): ClosedStretch {
  return { startSec: start, lengthSec: duration };
}
