import type { Clip, Document, EffectType, MediaFacts } from '@framemill/timeline';
import { clipSpan, rateOf } from '@framemill/timeline/rendering';
import { formatFacts, type Quality, type VideoCoding } from '../formats/output-formats.ts';
import { type OutputProfile, outputFrameAt } from './profile.ts';
import type { MediaTable } from './sub-document.ts';

// Milliseconds of one thread to encode a frame of 1920 x 1080 with video content.
const encodeMs: Record<VideoCoding, Record<Quality, number>> = {
  h264: { draft: 4, standard: 26, high: 76 },
  hevc: { draft: 15, standard: 30, high: 90 },
  av1: { draft: 20, standard: 40, high: 120 },
  vp9: { draft: 25, standard: 35, high: 60 },
  // Both of the following are also drawn twice.
  'vp9-alpha': { draft: 70, standard: 90, high: 140 },
  prores: { draft: 90, standard: 90, high: 90 },
  lossless: { draft: 15, standard: 15, high: 15 },
};
const layerMs: Record<Clip['type'], number> = {
  ...{ video: 4, image: 2, sticker: 2, text: 1, shape: 1, adjustment: 3, audio: 0 },
  // The browser takes a screenshot of the page.
  html: 80,
  // A few layers, drawn as one image.
  composition: 12,
};
/**
 * Encoding time of frames without video, as a fraction of `encodeMs`, for codecs with prediction: drawn frames have
 * little detail and are easy to encode.
 */
const flatShare: Record<Quality, number> = { draft: 0.5, standard: 0.28, high: 0.16 };
const unpredicted: readonly VideoCoding[] = ['prores', 'lossless'];
/** Milliseconds to open an encoder, close it and check its output, for a segment of 1920 x 1080. */
const segmentMs = 70;
/** Factor by which the slower settings of `small` files increase the encoding time of H.264. */
const smallFactor: Record<Quality, number> = { draft: 3, standard: 4, high: 2 };
/** Cost of a frame that equals the previous one, as a fraction of its layers' cost. Its layers are drawn only once. */
const stillShare = 0.05;
/** Milliseconds to copy an encoded frame of a source. */
const copyMs = 0.1;
/** Additional milliseconds for a layer that moves and must therefore be drawn again in every frame. */
const movingLayerMs = 1.5;
/** Additional milliseconds to draw an animation (Lottie) of 1920 x 1080. */
const animationMs = 15;
/** Milliseconds to decode an H.264 frame of 1920 x 1080. */
const decodeMs = 4;
const FULL_HD = 1920 * 1080;
/** Minimum number of pixels of a frame of 4K, which may be wider than 16:9. */
const UHD = 3840 * 1600;

/** Codings whose encoders can use two threads. */
export const threadedCodings: readonly VideoCoding[] = ['h264', 'hevc', 'av1', 'vp9'];

/**
 * Returns the number of CPU cores that the process of a segment uses: 2 for frames of 4K whose encoder has threads,
 * otherwise 1. One process with two cores is as fast as two processes with one core each, and needs two thirds of their
 * memory.
 */
export function segmentCores({ format, width, height }: Pick<OutputProfile, 'format' | 'width' | 'height'>): 1 | 2 {
  const { video } = formatFacts(format);
  return video !== null && threadedCodings.includes(video) && width * height >= UHD ? 2 : 1;
}

/** Output frames [startFrame, endFrame) of a segment, and whether they are copied or encoded (`SegmentMaking`). */
interface SegmentFrames {
  readonly startFrame: number;
  readonly endFrame: number;
  readonly made?: object | undefined;
}

/**
 * Estimates the cost of each segment in milliseconds of one thread, from the document, the profile and the metadata of
 * the sources. Ratios between segments are more reliable than absolute values, especially within one format and
 * quality. The real speed of each node is measured separately (`speeds/` of the scheduler).
 */
export function segmentCosts(
  document: Document,
  profile: OutputProfile,
  media: MediaTable,
  segments: readonly SegmentFrames[],
): number[] {
  const pixels = (profile.width * profile.height) / FULL_HD;
  const coding = formatFacts(profile.format).video ?? 'lossless';
  const frameMs = encodingMs(profile);
  const flat = unpredicted.includes(coding) ? 1 : flatShare[profile.quality];
  const still = segments.map(({ startFrame, endFrame }) => endFrame - startFrame);
  /** Number of frames in each segment without video. */
  const drawn = [...still];
  const layers = segments.map(() => 0);
  const rate = rateOf(document.settings.fps);
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  for (const clip of document.clips) {
    if (clip.type === 'audio' || !visible.has(clip.trackIndex)) continue;
    const ms = clipMs(clip, media[clip.src], pixels, document.settings.fps);
    const span = clipSpan(clip, rate);
    const from = outputFrameAt(span.startFrame, rate, profile);
    const to = outputFrameAt(span.endFrame, rate, profile);
    for (let index = firstThatEndsAfter(segments, from); index < segments.length; index++) {
      const segment = segments[index];
      if (!segment || segment.startFrame >= to) break;
      const frames = Math.min(to, segment.endFrame) - Math.max(from, segment.startFrame);
      layers[index] = (layers[index] ?? 0) + Math.max(0, frames) * ms;
      const without = (open: number | undefined) => Math.max(0, (open ?? 0) - Math.max(0, frames));
      if (isMoving(clip, media[clip.src])) still[index] = without(still[index]);
      if (playsVideo(clip, media[clip.src])) drawn[index] = without(drawn[index]);
    }
  }
  return segments.map(({ startFrame, endFrame, made }, index) => {
    const frames = endFrame - startFrame;
    if (made && 'src' in made) return frames * copyMs;
    const [stillFrames = 0, drawnFrames = 0] = [still[index], drawn[index]];
    const drawnShare = (frames - stillFrames + stillFrames * stillShare) / Math.max(1, frames);
    const encoded = (frames - drawnFrames + drawnFrames * flat) * frameMs;
    return segmentMs * pixels + encoded + (layers[index] ?? 0) * drawnShare;
  });
}

/** Estimates the cost of encoding a frame of moving images, in milliseconds of one thread; at least 0.1. */
export function encodingMs({ format, quality, compression, width, height }: OutputProfile): number {
  const coding = formatFacts(format).video ?? 'lossless';
  const factor = coding === 'h264' && compression === 'small' ? smallFactor[quality] : 1;
  return Math.max(0.1, (encodeMs[coding][quality] * factor * width * height) / FULL_HD);
}

/** Whether the images of a clip change from frame to frame. */
export function isMoving(clip: Clip, facts: MediaFacts | undefined): boolean {
  if (clip.type === 'html' || clip.type === 'composition') return true;
  if (playsVideo(clip, facts) || playsAnimation(clip, facts)) return true;
  return (
    clip.textStyle?.animation !== undefined || isKeyed(clip) || clip.effects?.some(({ enabled }) => enabled) === true
  );
}

/** Whether a clip shows a moving video, not a freeze frame. */
export function playsVideo(clip: Clip, facts: MediaFacts | undefined): boolean {
  return facts?.kind === 'video' && clip.freezeAt === null;
}

function playsAnimation(clip: Clip, facts: MediaFacts | undefined): boolean {
  return facts?.kind === 'animation' && clip.freezeAt === null;
}

function isKeyed(clip: Clip): boolean {
  return Object.entries(clip).some(
    ([name, value]) => name.startsWith('kf') && Array.isArray(value) && value.length > 0,
  );
}

function clipMs(clip: Clip, facts: MediaFacts | undefined, pixels: number, fps: number): number {
  const moves = isKeyed(clip) || clip.textStyle?.animation;
  const drawn = layerMs[clip.type] + (moves ? movingLayerMs : 0) + (playsAnimation(clip, facts) ? animationMs : 0);
  const source = facts && playsVideo(clip, facts) ? facts : null;
  const decodedPixels = source ? ((source.width ?? 0) * (source.height ?? 0)) / FULL_HD : 0;
  const decodedFrames = source ? ((source.fps ?? fps) / fps) * clip.speed : 0;
  return (drawn + clipEffectMilliseconds(clip)) * pixels + decodeMs * decodedPixels * Math.min(decodedFrames, 10);
}

/**
 * Returns the index of the first segment that ends after a frame, by binary search. The segments must be in order and
 * without gaps.
 */
function firstThatEndsAfter(segments: readonly Pick<SegmentFrames, 'endFrame'>[], frame: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.endFrame ?? 0) > frame) high = middle;
    else low = middle + 1;
  }
  return low;
}

// CPU milliseconds for one frame of 1920 x 1080 on one thread, measured by `pnpm timing` or summed from values measured
// there.
const effectMs: Partial<Record<EffectType, number>> = {
  blur: 6,
  'motion-blur': 10,
  'zoom-blur': 29,
  sharpen: 14,
  glow: 16,
  'drop-shadow': 14,
  outline: 30,
  vignette: 5,
  grain: 9,
  pixelate: 6,
  halftone: 13,
  posterize: 3,
  duotone: 8,
  invert: 2,
  'rgb-split': 12,
  glitch: 16,
  scanlines: 5,
  vhs: 36,
  wave: 6,
  'lens-distortion': 13,
  mirror: 6,
  kaleidoscope: 10,
  'chroma-key': 6,
  'luma-key': 4,
  lut: 8,
  'corner-pin': 11,
};
/** Milliseconds for an effect that has no entry in the table, at 1920 x 1080. */
const otherEffectMs = 10;
/** Milliseconds for converting a layer with effects to RGBA and back, at 1920 x 1080. */
const passageMs = 3;
const gradeMs = 8;
const blendMs = 6;
const maskMs = 5;
const transitionMs = 12;

/**
 * Estimates the CPU cost of a document's effects (grades, effects, masks, blend modes, transitions), in milliseconds of
 * one thread per frame, averaged over all frames. The estimate uses the clips only, and serves to choose between CPU
 * and GPU. It does not include plain layers, decoding and encoding.
 */
export function effectMilliseconds(
  document: Document,
  { width, height }: Pick<OutputProfile, 'width' | 'height'>,
): number {
  const lastSec = Math.max(0, ...document.clips.map(({ start, duration }) => start + duration));
  if (lastSec <= 0) return 0;
  const pixels = (width * height) / (1920 * 1080);
  const total = document.clips.reduce((sum, clip) => sum + clipEffectsMs(clip), 0);
  return (total / lastSec) * pixels;
}

/**
 * Estimates the cost of one clip's grade, effects, mask and blend mode: milliseconds of one thread for a frame of 1920
 * x 1080. Its transition is not included.
 */
function clipEffectMilliseconds(clip: Clip): number {
  const effects = (clip.effects ?? []).filter(({ enabled }) => enabled);
  const drawn = effects.reduce((sum, { type }) => sum + (effectMs[type] ?? otherEffectMs), 0);
  const look =
    drawn +
    (clip.grade ? gradeMs : 0) +
    (clip.mask ? maskMs : 0) +
    (clip.blendMode && clip.blendMode !== 'normal' ? blendMs : 0);
  return look > 0 ? look + passageMs : 0;
}

// Milliseconds for one frame, multiplied by the seconds for which the clip is shown.
function clipEffectsMs(clip: Clip): number {
  const moves = clip.transition && clip.transition.type !== 'dissolve' ? transitionMs * clip.transition.duration : 0;
  return clipEffectMilliseconds(clip) * clip.duration + moves;
}

/** Default limit of the GPU memory of one render process, in MB of 1,048,576 bytes. GPU_MEMORY_MB overrides it. */
export const USUAL_GPU_MEMORY_MB = 2_048;

// Two segments keep the GPU busy while an encoder works; the third covers the time of a decoder. 4K frames need four
// times the memory.
const mostLanes = 3;
const mostLanesOfLarge = 2;
const largePixels = 2560 * 1440;

/** Returns how many segments with a profile's frame size are rendered concurrently on one GPU, at most `segments`. */
export function lanesFor({ width, height }: Pick<OutputProfile, 'width' | 'height'>, segments: number): number {
  return Math.max(1, Math.min(segments, width * height > largePixels ? mostLanesOfLarge : mostLanes));
}
