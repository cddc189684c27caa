import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { id } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { findTrack } from '../edit/find-clip.ts';
import { trackToAdd } from '../edit/place-clip.ts';
import { refuseWhenFull } from '../edit/refuse-when-full.ts';

export const duplicateTrack = defineCommand({
  op: 'duplicateTrack',
  description: 'Copies a track with its clips, right above it. The copies have ids of their own and are in no group.',
  params: { trackId: trackId('Track to copy.') },
  returns: {
    trackId: trackId('Id of the new track.'),
    clipIds: Type.Array(id('A copy.'), { description: 'The copies, in the order of the clips of the track.' }),
  },
  examples: [{ title: 'The titles once more', params: { trackId: 2 }, gives: { trackId: 4 } }],
  run: (document, params, context) => {
    const track = findTrack(document, params.trackId, 'trackId');
    const originals = document.clips.filter((clip) => clip.trackIndex === track.id);
    refuseWhenFull(document, originals.length);
    const { id: newTrackId } = trackToAdd(document, track.type);
    const label = `${track.label} copy`.slice(0, LIMITS.nameLength);
    // A copy is meant to be edited, so it is unlocked even if the original is locked.
    const copiedTrack = { ...track, id: newTrackId, label, locked: false };
    const copies = originals.map((original): Clip => {
      const { groupId: _, ...clip } = original;
      return { ...clip, id: context.newId('clip'), trackIndex: newTrackId };
    });
    return {
      document: {
        ...document,
        tracks: document.tracks.toSpliced(document.tracks.indexOf(track) + 1, 0, copiedTrack),
        clips: [...document.clips, ...copies],
      },
      data: { trackId: newTrackId, clipIds: copies.map((copy) => copy.id) },
    };
  },
});
