import type { Clip, Document, MediaFacts } from '@framemill/timeline';
import { clipSpan, rateOf } from '@framemill/timeline/rendering';
import { clipEffectMilliseconds } from './effect-cost.ts';
import { formatFacts, type Quality, type VideoCoding } from './formats.ts';
import { type OutputProfile, outputFrameAt } from './profile.ts';
import type { SegmentPlan } from './segments.ts';
import type { MediaTable } from './sub-document.ts';

// Milliseconds of one thread for a frame of 1920 x 1080 that shows a video.
const encodeMs: Record<VideoCoding, Record<Quality, number>> = {
  h264: { draft: 4, standard: 26, high: 76 },
  hevc: { draft: 15, standard: 30, high: 90 },
  av1: { draft: 20, standard: 40, high: 120 },
  vp9: { draft: 25, standard: 35, high: 60 },
  // Both are drawn twice, too.
  'vp9-alpha': { draft: 70, standard: 90, high: 140 },
  prores: { draft: 90, standard: 90, high: 90 },
  lossless: { draft: 15, standard: 15, high: 15 },
};
const layerMs: Record<Clip['type'], number> = {
  ...{ video: 4, image: 2, sticker: 2, text: 1, shape: 1, adjustment: 3, audio: 0 },
  // A browser takes a picture of the page.
  html: 80,
};
/** Share of `encodeMs` of a coding that predicts for frames without a video: what is drawn is flat. */
const flatShare: Record<Quality, number> = { draft: 0.5, standard: 0.28, high: 0.16 };
const unpredicted: readonly VideoCoding[] = ['prores', 'lossless'];
/** Opening an encoder, ending it and checking what it has written, for 1920 x 1080. */
const segmentMs = 70;
/** Share of its layers that a picture costs which is the one before: they are drawn once. */
const stillShare = 0.05;
/** A source's own picture that goes into the output as it is. */
const copyMs = 0.1;
/** Layers that move are drawn anew in every frame, where those that rest are drawn once. */
const movingLayerMs = 1.5;
/** H.264 of 1920 x 1080. */
const decodeMs = 4;
const FULL_HD = 1920 * 1080;

/**
 * What the frames of each segment cost: milliseconds of one thread, one figure a segment. An estimate by the document alone, of
 * which only the proportions hold, best within a format and a quality: what a farm really takes for it is measured (`speeds/` of the
 * scheduler). At least 0.1 a frame.
 */
export function segmentCosts(
  document: Document,
  profile: OutputProfile,
  media: MediaTable,
  segments: readonly Pick<SegmentPlan, 'startFrame' | 'endFrame' | 'made'>[],
): number[] {
  const pixels = (profile.width * profile.height) / FULL_HD;
  const coding = formatFacts(profile.format).video ?? 'lossless';
  const frameMs = Math.max(0.1, encodeMs[coding][profile.quality] * pixels);
  const flat = unpredicted.includes(coding) ? 1 : flatShare[profile.quality];
  const still = segments.map(({ startFrame, endFrame }) => endFrame - startFrame);
  /** Frames without a video. */
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
      if (moves(clip, media[clip.src])) still[index] = without(still[index]);
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

function moves(clip: Clip, facts: MediaFacts | undefined): boolean {
  if (clip.type === 'html') return true;
  if (playsVideo(clip, facts)) return true;
  return (
    clip.textStyle?.animation !== undefined || isKeyed(clip) || clip.effects?.some(({ enabled }) => enabled) === true
  );
}

function playsVideo(clip: Clip, facts: MediaFacts | undefined): boolean {
  return facts?.kind === 'video' && clip.freezeAt === null;
}

function isKeyed(clip: Clip): boolean {
  return Object.entries(clip).some(
    ([name, value]) => name.startsWith('kf') && Array.isArray(value) && value.length > 0,
  );
}

function clipMs(clip: Clip, facts: MediaFacts | undefined, pixels: number, fps: number): number {
  const drawn = layerMs[clip.type] + (isKeyed(clip) || clip.textStyle?.animation ? movingLayerMs : 0);
  const source = facts && playsVideo(clip, facts) ? facts : null;
  const decodedPixels = source ? ((source.width ?? 0) * (source.height ?? 0)) / FULL_HD : 0;
  const decodedFrames = source ? ((source.fps ?? fps) / fps) * clip.speed : 0;
  return (drawn + clipEffectMilliseconds(clip)) * pixels + decodeMs * decodedPixels * Math.min(decodedFrames, 10);
}

/** Segments lie one after the other. */
function firstThatEndsAfter(segments: readonly Pick<SegmentPlan, 'endFrame'>[], frame: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.endFrame ?? 0) > frame) high = middle;
    else low = middle + 1;
  }
  return low;
}
