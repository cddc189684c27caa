import {
  AUDIBLE_FIELDS,
  type AudioPart,
  audioPlan,
  CLIP_DEFAULTS,
  type Clip,
  clipSpan,
  type Document,
  type MediaFacts,
  type PacketFacts,
  type Rate,
  rateOf,
} from '@framemill/timeline/rendering';
import type { Quality } from '../formats/output-formats.ts';
import { type OutputProfile, outputFrames } from './profile.ts';
import type { MediaTable } from './sub-document.ts';

/** Plan of a render that copies one source's video packets unchanged. */
export interface CopyPlan {
  /** Name of the source: the `src` of the clip. */
  src: string;
  /** Number of frames. The source and the output have the same number. */
  frames: number;
  /**
   * Handling of the audio. `copy`: the source's own audio is copied; `mix`: the document's audio is mixed and encoded;
   * `none`: nothing is audible.
   */
  sound: 'copy' | 'mix' | 'none';
}

/**
 * Plans a render that copies a whole source without encoding. Returns null when the source is not already the requested
 * output. The document must show exactly one clip, which covers all frames of the output and plays all frames of the
 * source at its own speed, size and rate. The format must be MP4 without a watermark, captions or chapters, and the
 * packets must be copyable (`PacketFacts`). A copy has the source's exact frames and takes a fiftieth of the time of an
 * encoding, which could only reduce the quality.
 *
 * For the qualities `draft` and `standard`, sources above a bit rate (`fitsPacketsOf`) are encoded, because users
 * expect files of moderate size: a draft should not have a camera's 50 Mbit/s. For `high` the source is always copied,
 * because no encoding is better. A source far below the usual bit rate of a quality is copied too, because more bits
 * restore nothing.
 *
 * If the audio is unchanged and suitable AAC, it is copied with the video; otherwise it is mixed while the video is
 * still copied. Pure: equal documents, profiles and media tables give equal results. Throws the errors of
 * `outputFrames`.
 */
export function planCopy(document: Document, profile: OutputProfile, media: MediaTable): CopyPlan | null {
  const clip = untouchedVideo(document, profile);
  if (clip === null) return null;
  const facts = media[clip.src];
  const { packets } = facts ?? {};
  if (!packets || !fitsPacketsOf(facts, document, profile)) return null;
  const { startFrame, endFrame } = clipSpan(clip, rateOf(document.settings.fps));
  const frames = outputFrames(document, profile);
  if (startFrame !== 0 || endFrame !== frames || packets.frames !== frames) return null;
  return { src: clip.src, frames, sound: audioOf(document, clip, packets, media) };
}

/** Whether the document and profile permit a copy. If not, `planCopy` returns null for any sources. */
export function mayBeCopied(document: Document, profile: OutputProfile): boolean {
  return untouchedVideo(document, profile) !== null;
}

function untouchedVideo(document: Document, profile: OutputProfile): Clip | null {
  if (profile.format !== 'mp4' || profile.watermark || profile.texts) return null;
  const clip = onlyVideo(document);
  return clip && clip.mediaStart === 0 && !clip.transition && isUntouched(clip) ? clip : null;
}

/** Returns the clip on the visible tracks that has an image; null when there is no such clip or more than one. */
function onlyVideo(document: Document): Clip | null {
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  const images = document.clips.filter((clip) => clip.type !== 'audio' && visible.has(clip.trackIndex));
  const [only] = images;
  return images.length === 1 && only ? only : null;
}

function audioOf(document: Document, clip: Clip, packets: PacketFacts, media: MediaTable): CopyPlan['sound'] {
  const { parts } = audioPlan(document, (src) => media[src] ?? null);
  const [part] = parts;
  if (!part) return 'none';
  return parts.length === 1 && part.clipId === clip.id && packets.soundFits && isUnchanged(part) ? 'copy' : 'mix';
}

/**
 * Whether an audio part plays unchanged from its source's start. The caller must have checked speed, direction and loop
 * on the clip.
 */
function isUnchanged(part: AudioPart): boolean {
  return (
    part.pitch === 0 &&
    part.fadeInSamples === 0 &&
    part.fadeOutSamples === 0 &&
    part.volume.every(({ value }) => value === 1) &&
    part.pan.every(({ value }) => value === 0) &&
    part.chain.length === 0 &&
    part.duck === null &&
    part.loudness === null
  );
}

/**
 * Maximum bits per pixel of a source that is copied, by quality; null: no limit. They are about the rate of the
 * quality's own encoder for complex material (6.2 and 12.4 Mbit/s at 1080p30).
 */
const mostBitsPerPixel: Record<Quality, number | null> = { draft: 0.1, standard: 0.2, high: null };

/**
 * Whether a video's packets can be the requested output: H.264 of the output's size, frame rate and aspect ratio, with
 * a bit rate below the limit of the quality.
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
 * Values of clip fields that leave the video unchanged, by field name. A clip with another field or another value is
 * not shown unchanged.
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
 * Whether a clip shows its video's frames unchanged, consecutively, at normal speed and over the whole canvas. Does not
 * check the in-point, the clip's transition and other clips.
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
