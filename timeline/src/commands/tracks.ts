import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { id } from '../document/scalars.ts';
import { TrackDefSchema, trackId } from '../document/track.ts';
import { findEditableTrack, findTrack } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { refuseWhenFull } from '../edit/insert-clip.ts';
import { placeFor, trackToAdd, withoutTracks } from '../edit/place-clip.ts';
import { refuse } from '../errors/framemill-error.ts';

const { type, label, color, muted, locked, visible } = TrackDefSchema.properties;

export const addTrack = defineCommand({
  op: 'addTrack',
  description: 'Adds a track: above the last one of its type, or at a position. Position 0 is the bottom layer.',
  keywords: { 'new layer': {} },
  params: {
    type,
    label: Type.Optional(label),
    index: Type.Optional(Type.Integer({ minimum: 0, maximum: 500, description: 'Position from the bottom.' })),
  },
  returns: { trackId: trackId('Id of the new track.') },
  examples: [
    { title: 'A second audio track', params: { type: 'audio', label: 'Voice' }, gives: { trackId: 4 } },
    { title: 'A track under all others', params: { type: 'video', index: 0 } },
  ],
  run: (document, params) => {
    const track = trackToAdd(document, params.type, params.label);
    const index = Math.min(params.index ?? placeFor(document.tracks, params.type), document.tracks.length);
    return {
      document: { ...document, tracks: document.tracks.toSpliced(index, 0, track) },
      data: { trackId: track.id },
    };
  },
});

export const updateTrack = defineCommand({
  op: 'updateTrack',
  description: 'Names, colours, mutes, locks or hides a track. A locked track may be changed so, its clips may not.',
  params: {
    trackId: trackId('Track to change.'),
    label: Type.Optional(label),
    color: Type.Optional(color),
    muted: Type.Optional(muted),
    locked: Type.Optional(locked),
    visible: Type.Optional(visible),
  },
  returns: {},
  examples: [
    { title: 'Silence the music', params: { trackId: 3, muted: true } },
    { title: 'Guard the footage', params: { trackId: 0, label: 'Footage', locked: true } },
  ],
  run: (document, params) => {
    const { trackId: wanted, ...changes } = params;
    const track = findTrack(document, wanted, 'trackId');
    if (Object.keys(changes).length === 0) {
      throw refuse('updateTrack changes nothing. Give label, color, muted, locked or visible.');
    }
    const tracks = document.tracks.with(document.tracks.indexOf(track), { ...track, ...changes });
    return { document: { ...document, tracks } };
  },
});

export const removeTrack = defineCommand({
  op: 'removeTrack',
  description:
    'Removes a track and the clips that lie on it. The ids of the other tracks stay; its own is not used again.',
  params: { trackId: trackId('Track to remove.') },
  returns: { removed: Type.Integer({ description: 'How many clips went with it.' }) },
  examples: [
    { title: 'Without the music', params: { trackId: 3 }, gives: { removed: 1 } },
    { title: 'An empty track', params: { trackId: 1 }, gives: { removed: 0 } },
  ],
  run: (document, params) => {
    const track = findEditableTrack(document, params.trackId, 'trackId');
    const tracks = document.tracks.filter((other) => other !== track);
    const clips = document.clips.filter((clip) => clip.trackIndex !== track.id);
    const left = withoutTracks(document, tracks);
    return { document: { ...left, clips }, data: { removed: document.clips.length - clips.length } };
  },
});

export const moveTrack = defineCommand({
  op: 'moveTrack',
  description: 'Moves a track to another layer. Its id stays, so its clips stay on it.',
  keywords: { 'bring to front': {}, 'send to back': { toIndex: 0 }, 'layer order': {}, 'z-index': {} },
  params: {
    trackId: trackId('Track to move.'),
    toIndex: Type.Integer({
      minimum: 0,
      maximum: 500,
      description: 'Position from the bottom afterwards; 0 is the bottom.',
    }),
  },
  returns: { index: Type.Integer({ description: 'Position that it has now.' }) },
  examples: [
    { title: 'The first picture on top of the second', params: { trackId: 0, toIndex: 1 }, gives: { index: 1 } },
    { title: 'The titles to the bottom', params: { trackId: 2, toIndex: 0 }, gives: { index: 0 } },
  ],
  run: (document, params) => {
    const track = findTrack(document, params.trackId, 'trackId');
    const others = document.tracks.filter((other) => other !== track);
    const index = Math.min(params.toIndex, others.length);
    const fixes = index < params.toIndex ? [`There are ${document.tracks.length} tracks; it went to the top.`] : [];
    return { document: { ...document, tracks: others.toSpliced(index, 0, track) }, data: withFixes({ index }, fixes) };
  },
});

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
