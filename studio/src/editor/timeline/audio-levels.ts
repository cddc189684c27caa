import type { Clip } from '@framemill/timeline';
import { CLIP_PX } from './clip-looks.ts';
import { valueAt } from './keyframe-value.ts';

/** Room above and below the line of gain, in pixels. */
const PAD_PX = 4;
const MOST_GAIN = 4;

/** Where a gain (0-4) stands on a clip, in pixels from its top: 1 is in the middle, where a fader moves finely. */
export function gainHeight(gain: number): number {
  const share = Math.sqrt(Math.min(MOST_GAIN, Math.max(0, gain)) / MOST_GAIN);
  return PAD_PX + (1 - share) * (CLIP_PX - 2 * PAD_PX);
}

/** The gain of a place on a clip: the inverse of `gainHeight`. Near 1 it is exactly 1. */
export function gainAtHeight(yPx: number): number {
  const share = Math.min(1, Math.max(0, 1 - (yPx - PAD_PX) / (CLIP_PX - 2 * PAD_PX)));
  const gain = MOST_GAIN * share * share;
  return Math.abs(gain - 1) < 0.06 ? 1 : Math.round(gain * 1000) / 1000;
}

/** The gain of a clip `sec` after its start: its volume or its keyframes, and its fades. */
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

/** A gain in decibels, as text. */
export function gainText(gain: number): string {
  return gain <= 0 ? '-∞ dB' : `${(20 * Math.log10(gain)).toFixed(1)} dB`;
}
