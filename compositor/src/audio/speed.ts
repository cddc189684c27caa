import { type PcmStream, SAMPLE_RATE } from './audio-format.ts';
import { playRamp, RAMP_LEAD } from './ramp.ts';
import { audioOfStream, later } from './seekable-audio.ts';

/** Number of past source samples that are buffered at normal speed. Faster playback buffers a multiple of it. */
const KEPT = 16_384;
/** Length of a tape in samples: a day. */
const MOST_TAPED = 86_400 * SAMPLE_RATE;

/**
 * Change of speed and pitch. `speed` is the number of source seconds in a second of the result; `pitch` is an
 * additional shift in semitones.
 */
export interface Tempo {
  speed: number;
  /** Whether `speed` leaves the pitch unchanged. false: it changes the pitch as well, like a tape. */
  preservePitch: boolean;
  pitch: number;
  /** Length of the result, in samples. */
  lengthSamples: number;
  /** Number of source samples before the first one to play. Default 0. */
  lead?: number;
}

/** Plays a stream like a tape at `speed`: time and pitch change together. Closing the result closes the stream. */
export type PlayTape = (source: PcmStream, speed: number) => PcmStream;

/** Returns the recommended `lead` for a change of tempo: the number of source samples before the first one to play. */
export function tempoLead(tempo: Tempo): number {
  const { tape, stretch } = stepsOf(tempo);
  return stretch === 1 ? 0 : Math.ceil(RAMP_LEAD * tape);
}

/**
 * Splits a change of tempo into a tape speed (time and pitch together) and the factor of the remaining time stretching.
 */
function stepsOf({ speed, preservePitch, pitch }: Tempo): { tape: number; stretch: number } {
  const tape = (preservePitch ? 1 : speed) * 2 ** (pitch / 12);
  return { tape, stretch: speed / tape };
}

/**
 * Plays `source` with another speed and pitch. First the audio is resampled, which changes time and pitch together, as
 * on tape. Then time stretching, which keeps the pitch, sets the wanted speed. The result begins with the first sample
 * of the source. Stretched audio is silent after the source's end. Closing the result closes the source.
 */
export function changeSpeed(source: PcmStream, tempo: Tempo, playTape: PlayTape): PcmStream {
  const { tape, stretch } = stepsOf(tempo);
  const taped = tape === 1 ? source : playTape(source, tape);
  if (stretch === 1) return taped;
  const { lengthSamples, lead = 0 } = tempo;
  const ramp = [
    { at: 0, place: 0 },
    { at: lengthSamples, place: lengthSamples * stretch },
  ];
  const audio = audioOfStream(taped, KEPT * Math.ceil(Math.max(1, stretch)));
  // The codec library's stretcher is not used: at half speed it plays onsets 35 ms early, a cascade of it at a tenth
  // 280 ms.
  return playRamp(later(audio, Math.round(lead / tape)), ramp, true);
}

/** Plays `source` like a tape by sinc interpolation. */
export const playSincTape: PlayTape = (source, speed) => {
  const ramp = [
    { at: 0, place: 0 },
    { at: MOST_TAPED, place: MOST_TAPED * speed },
  ];
  return playRamp(audioOfStream(source, KEPT * Math.ceil(Math.max(1, speed))), ramp, false);
};
