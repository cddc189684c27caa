import { Type } from '#typebox';
import { AUDIO_EFFECTS } from '../audio-effects/index.ts';
import { defineCommand } from '../command/define-command.ts';
import { AudioEffectSchema } from '../document/audio.ts';
import { type Clip, ClipSchema } from '../document/clip.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, seconds } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { completeParams } from '../edit/effects.ts';
import { findAudibleClip, findEditableClip, findPlayingClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { clipSpan, rateOf, secondsOf } from '../time.ts';
import { ClipIdParam, NEW_CLIP_RETURNS } from './params.ts';

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

const { fadeIn, fadeOut, fadeCurve } = ClipSchema.properties;

export const setAudioFades = defineCommand({
  op: 'setAudioFades',
  description:
    "Fades a clip's sound in and out. Fades that do not fit into the clip are shortened; a fade that a cut had " +
    'divided is whole again.',
  keywords: { 'audio fade': {}, 'fade music': {}, 'fade sound': {}, 'fade out music': {} },
  params: {
    clipId: ClipIdParam,
    fadeIn: Type.Optional(fadeIn),
    fadeOut: Type.Optional(fadeOut),
    curve: fadeCurve,
  },
  returns: { fadeIn: seconds('Fade in now.'), fadeOut: seconds('Fade out now.') },
  examples: [
    {
      title: 'Music in and out',
      params: { clipId: 'music-1', fadeIn: 1, fadeOut: 2 },
      gives: { fadeIn: 1, fadeOut: 2 },
    },
    { title: 'Another curve', params: { clipId: 'music-1', fadeOut: 3, curve: 's-curve' } },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    if (params.fadeIn === undefined && params.fadeOut === undefined && params.curve === undefined) {
      throw refuse('setAudioFades changes nothing. Give fadeIn, fadeOut or curve.');
    }
    const wantedIn = params.fadeIn ?? clip.fadeIn;
    const wantedOut = params.fadeOut ?? clip.fadeOut;
    // Both fades together must fit into the clip. If they are too long, both are shortened in proportion.
    const share = Math.min(1, clip.duration / (wantedIn + wantedOut || 1));
    const fades = { fadeIn: wantedIn * share, fadeOut: wantedOut * share };
    const next = { ...clip, ...fades, ...(params.curve === undefined ? {} : { fadeCurve: params.curve }) };
    if (params.fadeIn !== undefined) for (const field of ['fadeInFrom', 'fadeInTo'] as const) delete next[field];
    if (params.fadeOut !== undefined) for (const field of ['fadeOutFrom', 'fadeOutTo'] as const) delete next[field];
    const fixes = share < 1 ? [`The fades were shortened to fit the clip's ${clip.duration} s.`] : [];
    return { document: withClip(document, index, next), data: withFixes(fades, fixes) };
  },
});

const BY_TYPE = new Map(AUDIO_EFFECTS.map((effect) => [effect.type, effect]));

const PROCESSORS = AUDIO_EFFECTS.map(({ type, params }) => `${type}: ${Object.keys(params.properties).join(', ')}`);

export const setAudioEffects = defineCommand({
  op: 'setAudioEffects',
  description:
    'Sets the whole chain of audio processors of a clip, in the order the sound goes through them. An empty chain ' +
    `removes it. Parameters that are not given have their defaults. ${PROCESSORS.join('; ')}.`,
  keywords: {
    hum: { chain: [{ type: 'highpass' }] },
    equaliser: {},
    eq: {},
    reverb: { chain: [{ type: 'reverb' }] },
    echo: { chain: [{ type: 'delay' }] },
    pitch: { chain: [{ type: 'pitchshift' }] },
    'voice changer': { chain: [{ type: 'pitchshift' }] },
    'noise removal': { chain: [{ type: 'denoise' }] },
    'noise reduction': { chain: [{ type: 'denoise' }] },
    'clean up voice': { chain: [{ type: 'denoise' }, { type: 'compressor' }] },
    compression: { chain: [{ type: 'compressor' }] },
    bass: { chain: [{ type: 'lowshelf' }] },
    treble: { chain: [{ type: 'highshelf' }] },
    rumble: { chain: [{ type: 'highpass' }] },
    'telephone voice': { chain: [{ type: 'highpass' }, { type: 'lowpass' }] },
    distortion: { chain: [{ type: 'saturate' }] },
  },
  params: {
    clipId: ClipIdParam,
    chain: Type.Array(AudioEffectSchema, {
      maxItems: LIMITS.audioEffectsPerClip,
      description: 'Audio processors in order.',
    }),
  },
  returns: {
    chain: Type.Array(AudioEffectSchema, { description: 'The chain with all parameters.' }),
  },
  examples: [
    {
      title: 'A voice: no rumble, even, not too sharp',
      params: {
        clipId: 'clip-1',
        chain: [
          { type: 'highpass', params: { frequency: 90 } },
          { type: 'compressor', params: { thresholdDb: -20, ratio: 4 } },
          { type: 'deesser' },
        ],
      },
    },
    {
      title: 'Music from the next room',
      params: { clipId: 'music-1', chain: [{ type: 'lowpass', params: { frequency: 600 } }] },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findAudibleClip(document, params.clipId);
    const chain = params.chain.map((processor, place) => {
      const definition = BY_TYPE.get(processor.type);
      if (!definition) throw refuse(`chain[${place}].type "${processor.type}" is unknown. Use another type.`);
      const path = `chain[${place}].params`;
      return {
        type: processor.type,
        params: completeParams(definition.params, processor.params ?? {}, path, processor.type),
        enabled: processor.enabled ?? true,
      };
    });
    const { chain: _, ...plain } = clip;
    const next = chain.length > 0 ? { ...plain, chain } : plain;
    return { document: withClip(document, index, next), data: { chain } };
  },
});

export const detachAudio = defineCommand({
  op: 'detachAudio',
  description:
    'Puts the sound of a video clip into an audio clip of its own, with its volume, fades and processing, and ' +
    'mutes the video. What is heard stays the same.',
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
