import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { withClip } from '../edit/change-clip.ts';
import { findPlayingClip } from '../edit/playing-clip.ts';
import { ClipIdParam } from './params.ts';

export const reverseClip = defineCommand({
  op: 'reverseClip',
  description: 'Plays the stretch of source that a clip shows backwards, picture and sound, or forwards again.',
  keywords: { reverse: {}, backwards: {}, rewind: {} },
  params: {
    clipId: ClipIdParam,
    reverse: Type.Optional(Type.Boolean({ description: 'False: forwards again; true when absent.' })),
  },
  returns: {},
  examples: [{ title: 'Backwards', params: { clipId: 'clip-2' } }],
  run: (document, params) => {
    const { clip, index } = findPlayingClip(document, params.clipId);
    return { document: withClip(document, index, { ...clip, reverse: params.reverse ?? true }) };
  },
});
