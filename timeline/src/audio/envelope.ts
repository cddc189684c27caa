import type { Clip } from '../document/clip.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import { type EnvelopePoint, sampleOf } from './audio-part.ts';

/**
 * Distance in seconds between points of an envelope where it is curved. Over 10 ms, a straight line sounds the same as
 * the curve.
 */
const STEP_SEC = 0.01;

/** Number of steps in a crossfade's quarter sine. The lines between them deviate from it by less than 0.0005. */
const CROSSFADE_STEPS = 50;

/** Computes a clip's gain over `lengthSec` seconds. */
export function volumeEnvelope(clip: Clip, lengthSec: number): EnvelopePoint[] {
  return envelope(clip.kfVolume, clip.volume, lengthSec);
}

/** Computes a clip's pan over `lengthSec` seconds. */
export function panEnvelope(clip: Clip, lengthSec: number): EnvelopePoint[] {
  return envelope(clip.kfPan, clip.pan ?? 0, lengthSec);
}

/**
 * Crossfades at both ends of a clip's audio, in samples: the length of the audio, and the lengths of the fades at its
 * start and end.
 */
export interface Crossfade {
  lengthSamples: number;
  inSamples: number;
  outSamples: number;
}

/** Multiplies an envelope by equal-power ramps at its ends. */
export function withCrossfade(
  points: EnvelopePoint[],
  { lengthSamples, inSamples, outSamples }: Crossfade,
): EnvelopePoint[] {
  if (inSamples === 0 && outSamples === 0) return points;
  const outStart = lengthSamples - outSamples;
  const gainAt = (sample: number) =>
    (sample < inSamples ? Math.sin((Math.PI / 2) * (sample / inSamples)) : 1) *
    (sample > outStart ? Math.cos((Math.PI / 2) * ((sample - outStart) / outSamples)) : 1);
  const moments = new Set(points.map(({ atSample }) => atSample));
  for (let step = 0; step <= CROSSFADE_STEPS; step += 1) {
    if (inSamples > 0) moments.add(Math.round((inSamples * step) / CROSSFADE_STEPS));
    if (outSamples > 0) moments.add(outStart + Math.round((outSamples * step) / CROSSFADE_STEPS));
  }
  const sorted = [...moments].sort((a, b) => a - b);
  const values = valuesAt(points, sorted);
  return sorted.map((atSample, index) => ({ atSample, value: (values[index] ?? 0) * gainAt(atSample) }));
}

function envelope(keyframes: readonly Keyframe[] | undefined, still: number, lengthSec: number): EnvelopePoint[] {
  if (!keyframes || keyframes.length === 0) return [{ atSample: 0, value: still }];
  const value = keyframedValue(keyframes);
  const times = new Set([0, lengthSec]);
  const sorted = keyframes.toSorted((a, b) => a.time - b.time);
  for (const [index, keyframe] of sorted.entries()) {
    times.add(keyframe.time);
    const next = sorted[index + 1];
    if (!next || (keyframe.easing ?? 'linear') === 'linear') continue;
    for (let sec = keyframe.time + STEP_SEC; sec < next.time; sec += STEP_SEC) times.add(sec);
    // A hold jumps at its end: a point just before it keeps the jump from becoming a slope.
    if (keyframe.easing === 'hold') times.add(next.time - 1 / 48_000);
  }
  const inside = [...times].filter((sec) => sec >= 0 && sec <= lengthSec).sort((a, b) => a - b);
  return inside.map((sec) => ({ atSample: sampleOf(sec), value: value.at(sec) }));
}

/** Computes the values of an envelope at ascending sample positions, in a single pass. */
function valuesAt(points: readonly EnvelopePoint[], moments: readonly number[]): number[] {
  let next = 0;
  return moments.map((atSample) => {
    while (next < points.length && (points[next]?.atSample ?? 0) < atSample) next += 1;
    const right = points[next];
    const left = points[next - 1];
    if (!right) return left?.value ?? 0;
    if (!left || right.atSample === atSample) return right.value;
    return left.value + ((right.value - left.value) * (atSample - left.atSample)) / (right.atSample - left.atSample);
  });
}
