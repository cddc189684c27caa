import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { trackId } from '../document/track.ts';
import { findTrack } from '../edit/find-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';

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
