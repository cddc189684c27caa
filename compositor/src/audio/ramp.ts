import { type PcmStream, SAMPLE_RATE } from './audio-format.ts';
import { createOnsetMap, ONSET_LOOK_AHEAD } from './dsp/onset-map.ts';
import { createSincReader, sincReach } from './dsp/sinc.ts';
import { createWsola, WSOLA_SEARCH, WSOLA_STEP } from './dsp/wsola.ts';
import type { SeekableAudio } from './seekable-audio.ts';

/** Size of the interpolator's ring buffer, a power of two. */
const WINDOW = 8_192;
/**
 * Maximum speed (source samples a result sample) without aliasing. Above it, the interpolation kernel would not fit
 * into the ring buffer.
 */
const FASTEST = 200;

/**
 * Number of source samples before the start of a speed ramp that should be readable. Interpolation reads them, and
 * onset detection in stretched audio needs them to find an onset at the start.
 */
export const RAMP_LEAD = 4_096;

/**
 * Number of samples that a step of the time stretch reads beyond its position, and that it may be ahead of the request.
 */
const WSOLA_READ = 3 * WSOLA_STEP + WSOLA_SEARCH;

/**
 * Point of a speed ramp: source sample `place` plays at sample `at` of the result. Positions between points are
 * interpolated linearly. `place` never decreases from one point to the next.
 */
export interface RampPoint {
  at: number;
  place: number;
}

/**
 * Plays audio at the changing speed of a ramp, until the ramp ends. With `keepPitch` the pitch is unchanged (WSOLA time
 * stretching). Otherwise the pitch follows the speed as on tape, without aliasing. Closing the result closes the audio.
 */
export function playRamp(audio: SeekableAudio, ramp: readonly RampPoint[], keepPitch: boolean): PcmStream {
  const end = ramp.at(-1)?.at ?? 0;
  return keepPitch ? stretched(audio, ramp, end) : taped(audio, ramp, end);
}

function stretched(audio: SeekableAudio, ramp: readonly RampPoint[], end: number): PcmStream {
  const tempo = {
    placeOf: goingOn(ramp),
    timeOf: goingOn(ramp.map(({ at, place }) => ({ at: place, place: at }))),
    end,
  };
  const next = createWsola({ read: audio.read, ...createOnsetMap(tempo, audio.read, tempo.placeOf(0) - RAMP_LEAD) });
  const step = { left: new Float32Array(WSOLA_STEP), right: new Float32Array(WSOLA_STEP) };
  const load = audio.ready;
  let at = 0;
  return {
    read(into, offset, count) {
      const wanted = Math.max(0, Math.min(count, end - at));
      for (let done = 0; done < wanted; ) {
        const used = at % WSOLA_STEP;
        if (used === 0) next(step);
        const part = Math.min(wanted - done, WSOLA_STEP - used);
        into.left.set(step.left.subarray(used, used + part), offset + done);
        into.right.set(step.right.subarray(used, used + part), offset + done);
        done += part;
        at += part;
      }
      return wanted;
    },
    ready:
      load &&
      ((count) => {
        const last = Math.min(end, at + count) + WSOLA_READ;
        return load(
          Math.ceil(Math.max(tempo.placeOf(last + ONSET_LOOK_AHEAD), tempo.placeOf(last) + ONSET_LOOK_AHEAD)) +
            WSOLA_READ,
        );
      }),
    close: () => audio.close(),
  };
}

function taped(audio: SeekableAudio, ramp: readonly RampPoint[], end: number): PcmStream {
  const placeOf = createMap(ramp);
  const interpolate = createSincReader();
  const window = { left: new Float32Array(WINDOW), right: new Float32Array(WINDOW) };
  const load = audio.ready;
  let start = Number.NaN;
  let at = 0;
  return {
    read(into, offset, count) {
      const wanted = Math.max(0, Math.min(count, end - at));
      for (let i = 0; i < wanted; i++, at++) {
        const { place, speed } = placeOf(at);
        const cutoff = 1 / Math.max(1, Math.min(FASTEST, speed));
        const reach = sincReach(cutoff);
        const whole = Math.floor(place);
        if (!(whole - reach >= start && whole + reach + 1 < start + WINDOW)) {
          start = whole - reach;
          audio.read(window, start, WINDOW);
        }
        interpolate(window, place - start, cutoff, into, offset + i);
      }
      return wanted;
    },
    ready: load && ((count) => load(Math.ceil(placeOf(Math.min(end, at + count)).place) + WINDOW)),
    close: () => audio.close(),
  };
}

/**
 * Creates a function that maps result time to source position, both in samples. After the ramp's end the position
 * continues at normal speed.
 */
function goingOn(ramp: readonly RampPoint[]): (at: number) => number {
  const end = ramp.at(-1)?.at ?? 0;
  const placeOf = createMap(ramp);
  return (at) => placeOf(Math.min(at, end)).place + Math.max(0, at - end);
}

/**
 * Creates a function that returns source position and speed (source samples a result sample) at a time of the result.
 * It is fastest when times are in ascending order.
 */
function createMap(ramp: readonly RampPoint[]): (at: number) => { place: number; speed: number } {
  let segment = 0;
  return (at) => {
    while (segment > 0 && (ramp[segment]?.at ?? 0) > at) segment -= 1;
    while (segment + 2 < ramp.length && (ramp[segment + 1]?.at ?? 0) <= at) segment += 1;
    const from = ramp[segment];
    const to = ramp[segment + 1];
    if (!from || !to) return { place: from?.place ?? 0, speed: 1 };
    const speed = (to.place - from.place) / Math.max(1, to.at - from.at);
    return { place: from.place + speed * (at - from.at), speed };
  };
}

/**
 * Converts the points of a clip's time map to positions in audio that begins at sample `first` of the source. With
 * `reverse`, positions count backwards from sample `end`.
 */
export function rampOf(
  map: readonly { atSample: number; sourceSec: number }[],
  { first, end, reverse }: { first: number; end: number; reverse: boolean },
): RampPoint[] {
  return map.map(({ atSample, sourceSec }) => {
    const place = sourceSec * SAMPLE_RATE - first;
    return { at: atSample, place: reverse ? end - place : place };
  });
}
