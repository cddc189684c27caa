import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { isUnderFrame } from '../command/require-frame.ts';
import { ClipSchema } from '../document/clip.ts';
import { positiveSeconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { checked } from '../edit/change-clip.ts';
import { findPlayingClip } from '../edit/playing-clip.ts';
import { relocateClip } from '../edit/relocate-clip.ts';
import { replaceByParts } from '../edit/replace-by-parts.ts';
import { atSpeed } from '../edit/retime.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { rateOf, secondsOf } from '../time/rate.ts';
import { ClipIdParam } from './params.ts';

const { speed, preservePitch } = ClipSchema.properties;

export const setSpeed = defineCommand({
  op: 'setSpeed',
  description:
    'Plays a clip faster or slower. It shows the same stretch of its source, so it gets shorter or longer, and its keyframes stay with the picture. A loop keeps its length.',
  keywords: {
    speed: {},
    'slow motion': { speed: 0.5 },
    'slow down': { speed: 0.5 },
    'speed up': { speed: 2 },
    'fast forward': { speed: 2 },
    'time lapse': { speed: 8 },
    hyperlapse: { speed: 8 },
  },
  params: {
    clipId: ClipIdParam,
    speed,
    preservePitch,
    ripple: Type.Optional(
      Type.Boolean({ description: 'True: later clips of the track follow its end; else it finds room for itself.' }),
    ),
  },
  returns: {
    duration: positiveSeconds('How long it lasts now.'),
    trackIndex: Type.Optional(trackId('Id of the track that it lies on.')),
  },
  examples: [
    {
      title: 'Twice as fast, closing up',
      params: { clipId: 'clip-1', speed: 2, ripple: true },
      gives: { duration: 2.5 },
    },
    {
      title: 'Music a little slower',
      params: { clipId: 'music-1', speed: 0.8, preservePitch: true },
      gives: { duration: 12.5 },
    },
  ],
  run: (document, params) => {
    const { clip } = findPlayingClip(document, params.clipId);
    const retimed = atSpeed(clip, params.speed);
    const frameSec = secondsOf(1, rateOf(document.settings.fps));
    if (isUnderFrame(document, retimed.duration)) {
      throw refuse(
        `speed ${params.speed} would leave ${retimed.duration} s of the clip, less than a frame. Use ${(params.speed * retimed.duration) / frameSec} or less.`,
      );
    }
    const next = params.preservePitch === undefined ? retimed : { ...retimed, preservePitch: params.preservePitch };
    const fixes = clip.kfSpeed?.length ? ['Its speed ramp was replaced by the one speed.'] : [];
    const { duration } = next;
    if (params.ripple) {
      const changed = replaceByParts(document, clip, [checked(next)], duration - clip.duration);
      return { document: changed, data: withFixes({ duration }, fixes) };
    }
    const { document: changed, data = {} } = relocateClip(document, clip, next, undefined);
    const placed = Array.isArray(data.fixes) ? data.fixes.map(String) : [];
    return { document: changed, data: withFixes({ ...data, duration }, [...fixes, ...placed]) };
  },
});
