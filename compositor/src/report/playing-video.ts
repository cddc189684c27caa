import { type Clip, type Document, durationSec, parseColor } from '@framemill/timeline/rendering';
import type { MediaTable } from '../plan/sub-document.ts';
import { createStretchFinder, type Stretch } from './stretches.ts';

/** Interval between the times at which a document is examined, in seconds. */
const STEP_SEC = 0.1;
/** Level (0-255) from which a colour counts as white. */
const WHITE = 240;
/** Fraction of the canvas's area above which an image counts as large. */
const LARGE_SHARE = 0.1;

/**
 * `playing`: time ranges in which a document shows a playing video. `playingAlone`: the parts of these ranges in which
 * no other clip draws white and no white background is visible.
 */
export interface PlayingVideo {
  playing: Stretch[];
  playingAlone: Stretch[];
}

/**
 * Finds when a document shows a playing video, to a precision of 0.1 s. Two faults count only at these times: a frozen
 * image, because images, titles and freeze frames are not meant to move; and a white frame, unless another clip draws
 * white. A video below an image that fills the canvas is invisible and does not count.
 */
export function playingVideo(document: Document, media: MediaTable): PlayingVideo {
  const levels = new Map(document.tracks.map((track, index) => [track.id, { index, visible: track.visible }]));
  const levelOf = (clip: Clip) => levels.get(clip.trackIndex)?.index ?? 0;
  const shown = document.clips
    .filter(({ type, trackIndex }) => type !== 'audio' && levels.get(trackIndex)?.visible)
    .toSorted((a, b) => levelOf(b) - levelOf(a));
  const playing = createStretchFinder();
  const alone = createStretchFinder();
  const whiteCanvas = isWhite(document.settings.background);
  const endSec = durationSec(document);
  for (let step = 0; step * STEP_SEC < endSec; step++) {
    const atSec = step * STEP_SEC;
    const present = shown.filter(({ start, duration }) => start <= atSec && atSec < start + duration);
    const cover = present.findIndex((clip) => fills(clip, document, media));
    const seen = cover < 0 ? present : present.slice(0, cover + 1);
    const plays = seen.some((clip) => isPlaying(clip, media));
    playing.add(atSec, plays);
    alone.add(atSec, plays && !seen.some((clip) => drawsWhite(clip, document, media)) && !(cover < 0 && whiteCanvas));
  }
  return { playing: playing.finish(endSec), playingAlone: alone.finish(endSec) };
}

function isPlaying({ type, src, freezeAt }: Clip, media: MediaTable): boolean {
  return type === 'video' && freezeAt === null && media[src]?.kind === 'video';
}

function fills(clip: Clip, { settings }: Document, media: MediaTable): boolean {
  const { width, height } = media[clip.src] ?? {};
  if ((clip.type !== 'image' && clip.type !== 'video') || !width || !height) return false;
  const isPlain = clip.opacity === 1 && !clip.kfOpacity && !clip.mask && (clip.blendMode ?? 'normal') === 'normal';
  const isWhole = clip.scale >= 1 && clip.x === 0 && clip.y === 0 && clip.rotation === 0;
  const ratio = width / height / (settings.width / settings.height);
  return isPlain && isWhole && (clip.fit === 'cover' || clip.fit === 'fill' || Math.abs(ratio - 1) < 0.01);
}

/**
 * Whether a clip may draw white. Large images and HTML clips always may, because their content is unknown. Small
 * images, such as a logo, do not matter.
 */
function drawsWhite(clip: Clip, { settings }: Document, media: MediaTable): boolean {
  const { type, shape, textStyle, src, scale } = clip;
  if (type === 'html') return true;
  if (type === 'image' || type === 'sticker') {
    const { width, height } = media[src] ?? {};
    if (!width || !height) return false;
    const fitted = type === 'sticker' ? 1 : Math.min(settings.width / width, settings.height / height);
    return width * height * (fitted * scale) ** 2 > LARGE_SHARE * settings.width * settings.height;
  }
  if (type === 'shape') return typeof shape?.fill !== 'string' || isWhite(shape.fill);
  return type === 'text' && textStyle?.background?.color !== undefined && isWhite(textStyle.background.color);
}

function isWhite(color: string): boolean {
  const { r, g, b } = parseColor(color);
  return Math.min(r, g, b) >= WHITE;
}
