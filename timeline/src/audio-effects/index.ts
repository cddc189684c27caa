import { type TProperties, Type } from '#typebox';
import { CLOSED } from '../document/scalars.ts';
import type { AudioEffectType } from '../vocabulary/index.ts';

/** Definitions of all audio processors, in the order of `AUDIO_EFFECT_TYPES`. */
export const AUDIO_EFFECTS: readonly AudioEffectDefinition[] = [
  // Takes away what lies below a frequency, 12 dB an octave.
  defineAudioEffect('highpass', 'Takes away what lies below a frequency, 12 dB an octave.', {
    frequency: frequency(80, 'Corner.'),
    q: amount(0.71, 0.1, 10, 'Resonance at the corner; 0.71 has none.'),
  }),
  // Takes away what lies above a frequency, 12 dB an octave.
  defineAudioEffect('lowpass', 'Takes away what lies above a frequency, 12 dB an octave.', {
    frequency: frequency(12_000, 'Corner.'),
    q: amount(0.71, 0.1, 10, 'Resonance at the corner; 0.71 has none.'),
  }),
  // Raises or lowers a band around a frequency.
  defineAudioEffect('peaking', 'Raises or lowers a band around a frequency.', {
    frequency: frequency(1_000, 'Middle of the band.'),
    gainDb: amount(3, -24, 24, 'Change of level. Decibels.'),
    q: amount(1, 0.1, 20, 'Narrowness of the band.'),
  }),
  // Raises or lowers everything below a frequency.
  defineAudioEffect('lowshelf', 'Raises or lowers everything below a frequency.', {
    frequency: frequency(120, 'Middle of the slope.'),
    gainDb: amount(3, -24, 24, 'Change of level. Decibels.'),
  }),
  // Raises or lowers everything above a frequency.
  defineAudioEffect('highshelf', 'Raises or lowers everything above a frequency.', {
    frequency: frequency(8_000, 'Middle of the slope.'),
    gainDb: amount(3, -24, 24, 'Change of level. Decibels.'),
  }),
  // Makes the sound louder or softer at this place of the chain.
  defineAudioEffect('gain', 'Makes the sound louder or softer at this place of the chain.', {
    gainDb: amount(0, -60, 24, 'Change of level. Decibels.'),
  }),
  // Lowers what is loud, so that loud and soft come closer together.
  defineAudioEffect('compressor', 'Lowers what is loud, so that loud and soft come closer together.', {
    thresholdDb: amount(-18, -60, 0, 'Level above which it works. dBFS.'),
    ratio: amount(3, 1, 20, 'Decibels in for a decibel out above the threshold.'),
    attackMs: amount(10, 0.1, 500, 'Time to lower. Milliseconds.'),
    releaseMs: amount(120, 1, 3_000, 'Time to let go. Milliseconds.'),
    kneeDb: amount(6, 0, 24, 'Width of the bend at the threshold. Decibels.'),
    makeupDb: amount(0, 0, 24, 'Gain afterwards. Decibels.'),
  }),
  // Lets no peak above a ceiling.
  defineAudioEffect('limiter', 'Lets no peak above a ceiling.', {
    ceilingDb: amount(-1, -20, 0, 'Highest peak. dBFS.'),
    releaseMs: amount(50, 1, 1_000, 'Time to let go. Milliseconds.'),
  }),
  // Closes while the sound is softer than a threshold.
  defineAudioEffect('gate', 'Closes while the sound is softer than a threshold.', {
    thresholdDb: amount(-50, -80, 0, 'Level below which it closes. dBFS.'),
    rangeDb: amount(-30, -80, 0, 'Change of level when closed. Decibels.'),
    attackMs: amount(5, 0.1, 500, 'Time to open. Milliseconds.'),
    releaseMs: amount(100, 1, 3_000, 'Time to close. Milliseconds.'),
  }),
  // Softens sharp s sounds.
  defineAudioEffect('deesser', 'Softens sharp s sounds.', {
    frequency: frequency(6_000, 'Where s sounds begin.'),
    amount: amount(0.5, 0, 1, 'How much they are softened. 0-1.'),
  }),
  // Takes away steady noise such as hiss and hum.
  defineAudioEffect('denoise', 'Takes away steady noise such as hiss and hum.', {
    reductionDb: amount(12, 0, 40, 'How far the noise is lowered. Decibels.'),
    floorDb: amount(-50, -80, -20, 'Level of the noise. dBFS.'),
  }),
  // Adds the warmth of an overdriven tape.
  defineAudioEffect('saturate', 'Adds the warmth of an overdriven tape.', {
    drive: amount(0.3, 0, 1, 'How hard it is driven. 0-1.'),
    mix: mix(1),
  }),
  // Repeats the sound as an echo.
  defineAudioEffect('delay', 'Repeats the sound as an echo.', {
    timeMs: amount(250, 1, 2_000, 'Time from one echo to the next. Milliseconds.'),
    feedback: amount(0.35, 0, 0.95, 'Share of an echo that comes back as the next. 0-0.95.'),
    mix: mix(0.3),
  }),
  // Puts the sound into a room.
  defineAudioEffect('reverb', 'Puts the sound into a room.', {
    roomSize: amount(0.5, 0, 1, 'Size of the room, 1 a cathedral. 0-1.'),
    damping: amount(0.5, 0, 1, 'How much the walls swallow of the treble. 0-1.'),
    mix: mix(0.25),
  }),
  // Makes one voice sound like several.
  defineAudioEffect('chorus', 'Makes one voice sound like several.', {
    rateHz: amount(1.5, 0.1, 10, 'Speed of the wavering. Hertz.'),
    depth: amount(0.5, 0, 1, 'How far it wavers. 0-1.'),
    mix: mix(0.5),
  }),
  // Sweeps notches through the sound.
  defineAudioEffect('phaser', 'Sweeps notches through the sound.', {
    rateHz: amount(0.5, 0.05, 10, 'Speed of the sweep. Hertz.'),
    depth: amount(0.7, 0, 1, 'How far it sweeps. 0-1.'),
    feedback: amount(0.3, 0, 0.9, 'Sharpness of the notches. 0-0.9.'),
    mix: mix(0.5),
  }),
  // Changes the pitch and not the speed.
  defineAudioEffect('pitchshift', 'Changes the pitch and not the speed.', {
    semitones: amount(0, -24, 24, 'Change of pitch. Semitones.'),
  }),
];

/** A processor of a clip's audio chain, with its description and parameters. Every parameter has a default. */
export interface AudioEffectDefinition {
  type: AudioEffectType;
  description: string;
  /** JSON schema of the parameters. */
  params: ReturnType<typeof Type.Object>;
  /** Default of each parameter. */
  defaults: Readonly<Record<string, unknown>>;
}

/** Defines an audio processor from the schemas of its parameters. */
export function defineAudioEffect(
  type: AudioEffectType,
  description: string,
  params: TProperties,
): AudioEffectDefinition {
  const defaults = Object.fromEntries(
    Object.entries(params).map(([name, property]) => [name, Reflect.get(property, 'default')]),
  );
  return { type, description, params: Type.Object(params, { ...CLOSED, description }), defaults };
}

/** Schema of a number with a default and a range. */
export function amount(initial: number, minimum: number, maximum: number, description: string) {
  return Type.Number({ default: initial, minimum, maximum, description });
}

/** Schema of a frequency. Hertz, 20-20,000. */
export function frequency(initial: number, description: string) {
  return amount(initial, 20, 20_000, `${description} Hertz.`);
}

/** Schema of the share of processed audio in the output. 0-1; 1 is processed audio only. */
export function mix(initial: number) {
  return amount(initial, 0, 1, 'Share of the processed sound. 0-1.');
}
