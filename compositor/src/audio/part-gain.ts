import type { AudioPart } from '@framemill/timeline';
import type { StereoBlock } from './audio-format.ts';

type FadeCurve = AudioPart['fadeCurve'];

/** Gain stage of an audio part (the audio of one clip): volume, fades and pan. */
export interface PartGain {
  /**
   * Processes `count` samples in place, of which the first is sample `from` of the part. Call with ascending `from`.
   */
  apply(block: StereoBlock, count: number, from: number): void;
}

/**
 * Creates the gain stage of a part. `mono`: the source has one channel, which plays on both sides. Panned mono keeps
 * constant power: unchanged in the middle, 3 dB louder when panned fully to one side. Panned stereo adds part of the
 * opposite channel to the channel on the panned side.
 */
export function createPartGain(part: AudioPart, mono = false): PartGain {
  const gainAt = createGain(part);
  const pan = createCurve(part.pan, 0);
  return {
    apply({ left, right }, count, from) {
      for (let i = 0; i < count; i++) {
        const at = from + i;
        const gain = gainAt(at);
        const l = (left[i] ?? 0) * gain;
        const r = (right[i] ?? 0) * gain;
        const side = pan(at);
        if (side === 0) {
          left[i] = l;
          right[i] = r;
        } else if (mono) {
          // Equal-power panning as in Web Audio's StereoPannerNode, which has a separate formula for one channel; here
          // 3 dB louder throughout.
          const angle = ((Math.max(-1, Math.min(side, 1)) + 1) * Math.PI) / 4;
          left[i] = l * Math.SQRT2 * Math.cos(angle);
          right[i] = r * Math.SQRT2 * Math.sin(angle);
        } else if (side < 0) {
          // In stereo sources the far channel moves over instead of vanishing.
          const angle = ((Math.max(side, -1) + 1) * Math.PI) / 2;
          left[i] = l + r * Math.cos(angle);
          right[i] = r * Math.sin(angle);
        } else {
          const angle = (Math.min(side, 1) * Math.PI) / 2;
          left[i] = l * Math.cos(angle);
          right[i] = r + l * Math.sin(angle);
        }
      }
    },
  };
}

/**
 * Creates a function that returns a part's gain, from its volume and fades, at any sample of the part. It is fastest
 * when samples are in ascending order.
 */
export function createGain(part: AudioPart): (at: number) => number {
  const volume = createCurve(part.volume, 1);
  const { fadeInSamples, fadeInCutSamples, fadeOutSamples, fadeOutCutSamples, lengthSamples, fadeCurve } = part;
  return (at) => {
    let gain = volume(at);
    const passed = at + fadeInCutSamples;
    if (passed < fadeInSamples) gain *= fadeGain(fadeCurve, passed / fadeInSamples);
    const remaining = lengthSamples - at + fadeOutCutSamples;
    if (remaining < fadeOutSamples) gain *= fadeGain(fadeCurve, remaining / fadeOutSamples);
    return gain;
  };
}

/**
 * Returns the gain of a fade at `x` (0 silent, 1 full). When two fades cross, equal-power curves keep the power
 * constant; linear and s-curves keep the sum of the gains constant.
 */
export function fadeGain(curve: FadeCurve, x: number): number {
  const at = Math.max(0, Math.min(1, x));
  switch (curve) {
    case 'equal-power':
      return Math.sin((at * Math.PI) / 2);
    case 'exponential':
      // The curve starts at -60 dB; the last step to silence is inaudible.
      return at === 0 ? 0 : 10 ** (3 * (at - 1));
    case 's-curve':
      return (1 - Math.cos(at * Math.PI)) / 2;
    default:
      return at;
  }
}

/**
 * Creates a piecewise linear curve through `points`. It has the value of the first point before it and of the last
 * point after it, and the value `otherwise` when there are no points. It is fastest when positions are in ascending
 * order.
 */
function createCurve(
  points: readonly { atSample: number; value: number }[],
  otherwise: number,
): (at: number) => number {
  let next = 0;
  return (at) => {
    while (next > 0 && (points[next - 1]?.atSample ?? 0) > at) next -= 1;
    while (next < points.length && (points[next]?.atSample ?? 0) <= at) next += 1;
    const before = points[next - 1];
    const after = points[next];
    if (!before) return after?.value ?? otherwise;
    if (!after) return before.value;
    const along = (at - before.atSample) / (after.atSample - before.atSample);
    return before.value + (after.value - before.value) * along;
  };
}
