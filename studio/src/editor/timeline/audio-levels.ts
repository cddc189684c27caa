import type { Clip } from '@framemill/timeline';
import { valueAt } from './keyframe-commands.ts';

/** Padding above and below the range of the gain line, in pixels. */
const PAD_PX = 4;
const MOST_GAIN = 4;

/**
 * Returns the vertical position of a gain (0-4) on a clip of the height `clipPx`, in pixels from the clip's top. It
 * follows the square root of the gain: a gain of 1 is in the middle, and the scale is finer for low gains than for high
 * ones.
 */
export function gainHeight(gain: number, clipPx: number): number {
  const share = Math.sqrt(Math.min(MOST_GAIN, Math.max(0, gain)) / MOST_GAIN);
  return PAD_PX + (1 - share) * (clipPx - 2 * PAD_PX);
}

/**
 * Returns the gain at a vertical position on a clip: the inverse of `gainHeight`. Gains within 0.06 of 1 become exactly
 * 1.
 */
export function gainAtHeight(yPx: number, clipPx: number): number {
  const share = Math.min(1, Math.max(0, 1 - (yPx - PAD_PX) / (clipPx - 2 * PAD_PX)));
  const gain = MOST_GAIN * share * share;
  return Math.abs(gain - 1) < 0.06 ? 1 : Math.round(gain * 1000) / 1000;
}

/**
 * Returns the gain of a clip `sec` seconds after its start: volume or volume keyframes, multiplied by the fades. A
 * muted clip has a gain of 0.
 */
export function gainOf(clip: Clip, sec: number): number {
  if (clip.muted) return 0;
  const volume = clip.kfVolume?.length ? valueAt(clip.kfVolume, sec) : clip.volume;
  return volume * fadeAt(clip, sec);
}

function fadeAt({ fadeIn, fadeOut, duration, fadeCurve = 'equal-power' }: Clip, sec: number): number {
  const risen = fadeIn > 0 ? Math.min(1, Math.max(0, sec / fadeIn)) : 1;
  const left = fadeOut > 0 ? Math.min(1, Math.max(0, (duration - sec) / fadeOut)) : 1;
  return curved(risen, fadeCurve) * curved(left, fadeCurve);
}

function curved(share: number, curve: NonNullable<Clip['fadeCurve']>): number {
  if (curve === 'linear') return share;
  if (curve === 'exponential') return share * share;
  return curve === 's-curve' ? share * share * (3 - 2 * share) : Math.sin((share * Math.PI) / 2);
}

/** Formats a gain in decibels. */
export function gainText(gain: number): string {
  return gain <= 0 ? '-∞ dB' : `${(20 * Math.log10(gain)).toFixed(1)} dB`;
}
