import { type Clip, KEYFRAMABLE } from '@framemill/timeline';
import type { MediaRecord } from '../model/media.ts';
import { gainHeight, gainOf } from './audio-levels.ts';
import { CLIP_LOOKS, NAMED_PX } from './clip-looks.ts';
import type { AudioCache, ImageCache } from './media-cache.ts';

/** Input for drawing a row. It is never modified. */
export interface RowDrawing {
  clips: readonly Clip[];
  /** Time at the left edge of the canvas, in seconds. */
  fromSec: number;
  pxPerSec: number;
  widthPx: number;
  /** Height of the canvas, and of the clips. */
  heightPx: number;
  selected: ReadonlySet<string>;
  /** Accent colour, for selected clips, gain lines and beats. */
  accent: string;
  bySrc: ReadonlyMap<string, MediaRecord>;
  images: ImageCache;
  audio: AudioCache;
}

/** Draws the clips of a row: colour, thumbnails, audio, gain and keyframes. */
export function drawRow(context: CanvasRenderingContext2D, row: RowDrawing): void {
  context.clearRect(0, 0, row.widthPx, row.heightPx);
  for (const clip of row.clips) {
    const left = (clip.start - row.fromSec) * row.pxPerSec;
    const width = Math.max(1, clip.duration * row.pxPerSec - 1);
    if (left > row.widthPx || left + width < 0) continue;
    context.fillStyle = CLIP_LOOKS[clip.type].color;
    if (width < NAMED_PX) {
      // Narrow clips are plain rectangles, without a clip path for each.
      if (width < 5 && row.selected.has(clip.id)) context.fillStyle = row.accent;
      context.fillRect(left, 0, width, row.heightPx);
      continue;
    }
    context.save();
    context.beginPath();
    context.roundRect(left, 0, width, row.heightPx, 6);
    context.clip();
    context.fillRect(left, 0, width, row.heightPx);
    const record = row.bySrc.get(clip.src);
    if (record && clip.type !== 'audio') drawThumbnails(context, row, clip, record, left, width);
    if (record && clip.type !== 'image') drawAudio(context, row, clip, record, left, width);
    if (clip.type === 'audio') drawGain(context, row, clip, left, width);
    drawKeyframes(context, row, clip, left, width);
    context.restore();
  }
}

function drawThumbnails(
  context: CanvasRenderingContext2D,
  row: RowDrawing,
  clip: Clip,
  { filmstrip, posterUrl, width: fileWidth, height: fileHeight }: MediaRecord,
  left: number,
  width: number,
): void {
  const url = filmstrip?.url ?? posterUrl;
  const image = url ? row.images.get(url) : null;
  if (!image) return;
  const shape = filmstrip ? filmstrip.tileWidth / filmstrip.tileHeight : (fileWidth ?? 16) / (fileHeight ?? 9);
  const tile = Math.max(8, row.heightPx * shape);
  const first = Math.max(0, Math.floor(-left / tile));
  context.globalAlpha = 0.75;
  for (let index = first; index * tile < width && left + index * tile < row.widthPx; index += 1) {
    const x = left + index * tile;
    if (filmstrip) {
      const atSec = sourceSecAt(clip, ((index + 0.5) * tile) / row.pxPerSec);
      const number = Math.min(filmstrip.tiles - 1, Math.max(0, Math.round(atSec / filmstrip.intervalSec)));
      const fromX = (number % filmstrip.columns) * filmstrip.tileWidth;
      const fromY = Math.floor(number / filmstrip.columns) * filmstrip.tileHeight;
      context.drawImage(
        image,
        ...([fromX, fromY, filmstrip.tileWidth, filmstrip.tileHeight] as const),
        ...([x, 0, tile, row.heightPx] as const),
      );
    } else context.drawImage(image, x, 0, tile, row.heightPx);
  }
  context.globalAlpha = 1;
}

function drawAudio(
  context: CanvasRenderingContext2D,
  row: RowDrawing,
  clip: Clip,
  record: MediaRecord,
  left: number,
  width: number,
): void {
  if (!record.hasAudio || clip.freezeAt !== null) return;
  const isWhole = clip.type === 'audio';
  const height = isWhole ? row.heightPx - 4 : 14;
  const bottom = isWhole ? row.heightPx - 2 : row.heightPx - 1;
  const first = Math.max(0, Math.floor(-left));
  const last = Math.min(width, row.widthPx - left);
  context.fillStyle = clip.muted ? 'rgba(255, 255, 255, 0.2)' : 'rgba(255, 255, 255, 0.6)';
  const scale = row.pxPerSec / clip.speed;
  for (let x = first; x < last; x += 1) {
    const [a, b] = [sourceSecAt(clip, x / row.pxPerSec), sourceSecAt(clip, (x + 1) / row.pxPerSec)];
    const peak = row.audio.peak(record, Math.min(a, b), Math.max(a, b), scale);
    if (peak === null) return;
    const high = Math.max(1, Math.min(1, peak * gainOf(clip, x / row.pxPerSec)) * height);
    if (isWhole) context.fillRect(left + x, (row.heightPx - high) / 2, 1, high);
    else context.fillRect(left + x, bottom - high, 1, high);
  }
  if (!isWhole || row.pxPerSec < 24) return;
  context.fillStyle = row.accent;
  for (const beatSec of row.audio.beats(record)) {
    const x = ((beatSec - clip.mediaStart) / clip.speed) * row.pxPerSec;
    if (x > 0 && x < width && !clip.reverse) context.fillRect(left + x - 0.5, row.heightPx - 4, 1.5, 4);
  }
}

/** Draws the gain of the clip as a line, including fades and keyframes. */
function drawGain(context: CanvasRenderingContext2D, row: RowDrawing, clip: Clip, left: number, width: number): void {
  const first = Math.max(0, Math.floor(-left));
  const last = Math.min(width, row.widthPx - left);
  context.beginPath();
  for (let x = first; x <= last; x += 2)
    context.lineTo(left + x, gainHeight(gainOf(clip, x / row.pxPerSec), row.heightPx));
  context.strokeStyle = row.accent;
  context.lineWidth = 1.5;
  context.stroke();
}

/** Draws a diamond along the bottom for each time with keyframes. */
function drawKeyframes(
  context: CanvasRenderingContext2D,
  row: RowDrawing,
  clip: Clip,
  left: number,
  width: number,
): void {
  context.fillStyle = '#ffffff';
  const drawn = new Set<number>();
  for (const { field } of Object.values(KEYFRAMABLE)) {
    for (const { time } of clip[field] ?? []) {
      const x = Math.round(time * row.pxPerSec);
      if (x < 0 || x > width || drawn.has(x)) continue;
      drawn.add(x);
      const at = Math.min(width - 4, Math.max(4, x)) + left;
      context.beginPath();
      context.moveTo(at, row.heightPx - 8);
      context.lineTo(at + 3, row.heightPx - 5);
      context.lineTo(at, row.heightPx - 2);
      context.lineTo(at - 3, row.heightPx - 5);
      context.fill();
    }
  }
}

/**
 * Returns the source time that a clip shows `sec` seconds after its start, in seconds. It is exact enough for
 * thumbnails: a changing speed is approximated by its mean.
 */
function sourceSecAt(clip: Clip, sec: number): number {
  const { mediaStart, mediaDuration, duration, speed, reverse, freezeAt, loop } = clip;
  if (freezeAt !== null) return freezeAt;
  const played = (reverse ? duration - sec : sec) * speed;
  const length = mediaDuration - mediaStart;
  return mediaStart + (loop && length > 0 ? (played + (clip.loopOffset ?? 0)) % length : played);
}
