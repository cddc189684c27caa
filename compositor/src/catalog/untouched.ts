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
 * Maximum bits per pixel of a source that is copied. It is about the rate of the quality's own encoder for complex
 * material (6.2 and 12.4 Mbit/s at 1080p30). Null without a limit.
 */
const mostBitsPerPixel: Record<Quality, number | null> = { draft: 0.1, standard: 0.2, high: null };

/**
 * Whether a video's packets match the requested output: H.264 in the output's size, rate and proportions, and not above
 * the bit rate limit of the quality.
 */
export function fitsPacketsOf(facts: MediaFacts | undefined, { settings }: Document, profile: OutputProfile): boolean {
  const { packets } = facts ?? {};
  if (facts?.kind !== 'video' || !packets) return false;
  if (facts.width !== profile.width || facts.height !== profile.height) return false;
  // Other proportions would add bars or cut off a part.
  if (settings.width * profile.height !== settings.height * profile.width) return false;
  if (!isSameRate(packets.rate, profile.rate) || !isSameRate(packets.rate, rateOf(settings.fps))) return false;
  const most = mostBitsPerPixel[profile.quality];
  return most === null || (packets.pictureBytes * 8) / (profile.width * profile.height * packets.frames) <= most;
}

function isSameRate(a: Rate, b: Rate): boolean {
  return a.num * b.den === b.num * a.den;
}

// Fields that change no pixel of a full image outside its transition, whatever their value. The caller checks in-point
// and transition.
const harmless = new Set<string>([
  ...['id', 'name', 'src', 'start', 'duration', 'trackIndex', 'mediaDuration', 'groupId', 'isCaption'],
  ...['mediaStart', 'transition'],
  ...AUDIBLE_FIELDS,
  ...['anchorX', 'anchorY'],
]);

/**
 * Neutral values of clip fields, by field name. A clip with any field that is not listed here, or with another value,
 * is not shown unchanged.
 */
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
 * Whether a clip shows its video's frames unchanged, over the whole canvas and consecutively at their own speed. Does
 * not check the in-point, the clip's transition or other clips.
 */
export function isUntouched(clip: Clip): boolean {
  return Object.entries(clip).every(([name, value]) => {
    if (harmless.has(name) || value === undefined) return true;
    // Empty keyframes, empty effects and an empty grade are the same as none.
    if (Array.isArray(value)) return value.length === 0;
    if (name === 'grade') return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return neutral[name]?.includes(value) ?? false;
  });
}
