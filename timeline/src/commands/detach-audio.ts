import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { withClip } from '../edit/change-clip.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { findPlayingClip } from '../edit/playing-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { clipSpan } from '../time/clip-span.ts';
import { rateOf, secondsOf } from '../time/rate.ts';
import { ClipIdParam, NEW_CLIP_RETURNS } from './params.ts';

export const detachAudio = defineCommand({
  op: 'detachAudio',
  description:
    'Puts the sound of a video clip into an audio clip of its own, with its volume, fades and processing, and mutes the video. What is heard stays the same.',
  keywords: { 'extract audio': {}, 'separate sound': {}, 'j-cut': {}, 'l-cut': {} },
  params: { clipId: ClipIdParam },
  returns: NEW_CLIP_RETURNS,
  examples: [{ title: 'The sound of the first clip', params: { clipId: 'clip-1' }, gives: { trackIndex: 4 } }],
  run: (document, params, context) => {
    const { clip, index } = findPlayingClip(document, params.clipId);
    if (clip.type !== 'video') throw refuse(`Clip "${clip.id}" is of type ${clip.type}. Choose a video clip.`);
    if (clip.muted)
      throw refuse(`Clip "${clip.id}" is muted: it has no audio to detach. Unmute it with updateClip first.`);
    if (context.media(clip.src)?.hasAudio === false) {
      throw refuse(`Clip "${clip.id}" has no audio: its source "${clip.src}" is silent. Choose another clip.`);
    }
    const silenced = withClip(document, index, { ...clip, muted: true });
    // An audio clip may start at any time; as part of the video, the audio started on a frame.
    const rate = rateOf(document.settings.fps);
    const { startFrame, endFrame } = clipSpan(clip, rate);
    const start = secondsOf(startFrame, rate);
    return insertClip(
      silenced,
      { ...audioOf(clip), type: 'audio', start, duration: secondsOf(endFrame, rate) - start },
      undefined,
      () => context.newId('clip'),
    );
  },
});

/** Returns the fields of a clip that affect its audio. */
function audioOf(clip: Clip): Partial<Clip> {
  const { name, src, mediaStart, mediaDuration, speed, reverse, loop, volume, fadeIn, fadeOut } = clip;
  const audio: Partial<Clip> = { name, src, mediaStart, mediaDuration, speed, reverse, loop, volume, fadeIn, fadeOut };
  if (clip.durationFrom !== undefined) audio.durationFrom = clip.durationFrom;
  if (clip.loopOffset !== undefined) audio.loopOffset = clip.loopOffset;
  if (clip.pan !== undefined) audio.pan = clip.pan;
  if (clip.fadeCurve !== undefined) audio.fadeCurve = clip.fadeCurve;
  if (clip.fadeInFrom !== undefined) audio.fadeInFrom = clip.fadeInFrom;
  if (clip.fadeInTo !== undefined) audio.fadeInTo = clip.fadeInTo;
  if (clip.fadeOutFrom !== undefined) audio.fadeOutFrom = clip.fadeOutFrom;
  if (clip.fadeOutTo !== undefined) audio.fadeOutTo = clip.fadeOutTo;
  if (clip.pitch !== undefined) audio.pitch = clip.pitch;
  if (clip.preservePitch !== undefined) audio.preservePitch = clip.preservePitch;
  if (clip.chain !== undefined) audio.chain = clip.chain;
  if (clip.duck !== undefined) audio.duck = clip.duck;
  if (clip.loudness !== undefined) audio.loudness = clip.loudness;
  if (clip.kfVolume !== undefined) audio.kfVolume = clip.kfVolume;
  if (clip.kfPan !== undefined) audio.kfPan = clip.kfPan;
  if (clip.kfSpeed !== undefined) audio.kfSpeed = clip.kfSpeed;
  return audio;
}
