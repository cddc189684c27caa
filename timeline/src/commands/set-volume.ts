import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { ClipSchema } from '../document/clip.ts';
import { numberIn } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam } from './params.ts';

const { volume, pan } = ClipSchema.properties;

export const setVolume = defineCommand({
  op: 'setVolume',
  description: 'Sets how loud a clip is, as a gain or in decibels, and where it sits between left and right.',
  keywords: {
    volume: {},
    'remove audio': { volume: 0 },
    mute: { volume: 0 },
    'silence a clip': { volume: 0 },
    louder: { gainDb: 6 },
    quieter: { gainDb: -6 },
    'loudness of a clip': {},
    'stereo balance': {},
  },
  params: {
    clipId: ClipIdParam,
    volume: Type.Optional(volume),
    gainDb: Type.Optional(numberIn(-60, 12, 'The same in decibels; 0 leaves the sound as it is.')),
    pan,
  },
  returns: { volume: numberIn(0, 4, 'The gain now.') },
  examples: [
    { title: 'Half as loud', params: { clipId: 'music-1', volume: 0.5 }, gives: { volume: 0.5 } },
    { title: 'In decibels, to the left', params: { clipId: 'music-1', gainDb: -12, pan: -0.5 } },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    if (params.volume !== undefined && params.gainDb !== undefined) {
      throw refuse('volume and gainDb both set the volume. Give only one of them.');
    }
    if (params.volume === undefined && params.gainDb === undefined && params.pan === undefined) {
      throw refuse('setVolume changes nothing. Give volume, gainDb or pan.');
    }
    const gain = params.volume ?? (params.gainDb === undefined ? clip.volume : 10 ** (params.gainDb / 20));
    const next = { ...clip, volume: gain, ...(params.pan === undefined ? {} : { pan: params.pan }) };
    const notes = clip.kfVolume?.length
      ? ['volume has keyframes, which go before the value set here. Use addKeyframe.']
      : [];
    return { document: withClip(document, index, next), data: withFixes({ volume: gain }, notes) };
  },
});
