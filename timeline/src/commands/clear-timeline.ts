import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { createDocument } from '../document/create-document.ts';
import { nameOf } from '../edit/find-clip.ts';
import { withoutTracks } from '../edit/track-ids.ts';
import { refuse } from '../errors/refuse.ts';

export const clearTimeline = defineCommand({
  op: 'clearTimeline',
  description:
    'Removes every clip and marker. The tracks become those of a new project unless keepTracks is true. Settings stay.',
  keywords: { 'start over': {}, 'delete everything': {} },
  params: {
    keepTracks: Type.Optional(Type.Boolean({ description: 'True: the tracks stay, empty; false when absent.' })),
  },
  returns: { removed: Type.Integer({ description: 'How many clips were removed.' }) },
  examples: [
    { title: 'Start again', params: {}, gives: { removed: 4 } },
    { title: 'On the same tracks', params: { keepTracks: true }, gives: { removed: 4 } },
  ],
  run: (document, params) => {
    const locked = document.tracks.find((track) => track.locked);
    if (locked)
      throw refuse(`clearTimeline removes every clip, but ${nameOf(locked)} is locked. Unlock the track first.`);
    const { markers: _, ...kept } = document;
    const tracks = params.keepTracks ? document.tracks : createDocument(document.settings).tracks;
    return { document: { ...withoutTracks(kept, tracks), clips: [] }, data: { removed: document.clips.length } };
  },
});
