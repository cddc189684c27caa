import {
  AUDIBLE_FIELDS,
  CLIP_DEFAULTS,
  type Clip,
  type Document,
  type MediaFacts,
  type Rate,
  rateOf,
} from '@framemill/timeline/rendering';
import type { Quality } from './formats.ts';
import type { OutputProfile } from './profile.ts';

/**
 * Bits a pixel of each frame up to which a source is copied: about what the quality's own encoder takes for hard material (1080p30:
 * 6.2 and 12.4 Mbit/s). null: no limit.
 */
const mostBitsPerPixel: Record<Quality, number | null> = { draft: 0.1, standard: 0.2, high: null };

/** Whether a video's packets are what is asked for: H.264 of the output's size, rate and proportions, and not too large for its quality. */
export function fitsPacketsOf(facts: MediaFacts | undefined, { settings }: Document, profile: OutputProfile): boolean {
  const { packets } = facts ?? {};
  if (facts?.kind !== 'video' || !packets) return false;
  if (facts.width !== profile.width || facts.height !== profile.height) return false;
  // With other proportions there would be bars, or a part would be cut off.
  if (settings.width * profile.height !== settings.height * profile.width) return false;
  if (!isSameRate(packets.rate, profile.rate) || !isSameRate(packets.rate, rateOf(settings.fps))) return false;
  const most = mostBitsPerPixel[profile.quality];
  return most === null || (packets.pictureBytes * 8) / (profile.width * profile.height * packets.frames) <= most;
}

function isSameRate(a: Rate, b: Rate): boolean {
  return a.num * b.den === b.num * a.den;
}

// Fields that change no pixel of a full picture outside its transition, whatever they say; in-point and transition are the caller's.
const harmless = new Set<string>([
  ...['id', 'name', 'src', 'start', 'duration', 'trackIndex', 'mediaDuration', 'groupId', 'isCaption'],
  ...['mediaStart', 'transition'],
  ...AUDIBLE_FIELDS,
  ...['anchorX', 'anchorY'],
]);

/** What the other fields may say; a field that stands nowhere here touches the picture. */
const neutral: Readonly<Record<string, readonly unknown[]>> = {
  type: ['video'],
  ...Object.fromEntries(Object.entries(CLIP_DEFAULTS).map(([name, value]) => [name, [value]])),
  fit: ['contain', 'cover', 'fill'],
  scaleX: [1],
  scaleY: [1],
  skewX: [0],
  skewY: [0],
  flipH: [false],
  flipV: [false],
  cornerRadius: [0],
  blendMode: ['normal'],
  cropL: [0],
  cropR: [0],
  cropT: [0],
  cropB: [0],
};

/**
 * Whether a clip shows its video's pictures as they are, over the whole canvas, one after the other at their own speed. From which of them on, and
 * what its transition and other clips do to them, is not looked at.
 */
export function isUntouched(clip: Clip): boolean {
  return Object.entries(clip).every(([name, value]) => {
    if (harmless.has(name) || value === undefined) return true;
    // No keyframes, no effects, and a grade of no parts are the same as none at all.
    if (Array.isArray(value)) return value.length === 0;
    if (name === 'grade') return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return neutral[name]?.includes(value) ?? false;
  });
}
