import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { Stream } from 'node-av/lib';

/** Rotation and sizes that turn a coded frame into the displayed one. */
export interface DisplayGeometry {
  /** Width of upright frames: the coded size, with the sides swapped for quarter turns. Pixels may not be square. */
  readonly frameWidth: number;
  readonly frameHeight: number;
  /**
   * Display width in pixels, scaled to square pixels. Anamorphic frames are enlarged in one dimension and never
   * reduced.
   */
  readonly width: number;
  readonly height: number;
  /** Filters of the codec library that turn the coded frame upright; empty when it is upright already. */
  readonly turn: readonly string[];
}

/** Reads rotation (display matrix) and pixel aspect of a video stream. */
export function displayGeometry(stream: Stream): DisplayGeometry {
  const { width, height } = stream.codecpar;
  const turn = turnFilters(stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const swapped = turn.some((filter) => filter.startsWith('transpose'));
  const frameWidth = swapped ? height : width;
  const frameHeight = swapped ? width : height;
  const coded = pixelAspect(stream);
  const aspect = swapped ? 1 / coded : coded;
  return {
    frameWidth,
    frameHeight,
    width: aspect > 1 ? Math.round(frameWidth * aspect) : frameWidth,
    height: aspect < 1 ? Math.round(frameHeight / aspect) : frameHeight,
    turn,
  };
}

/**
 * Returns the pixel aspect ratio (width / height); 1 when it is unknown or implausible. The container's value takes
 * precedence over the codec's.
 */
function pixelAspect(stream: Stream): number {
  for (const { num, den } of [stream.sampleAspectRatio, stream.codecpar.sampleAspectRatio]) {
    if (num > 0 && den > 0 && num / den > 1 / 16 && num / den < 16) return num / den;
  }
  return 1;
}

// The same cases as the codec library's own command line: 16.16 fixed point, row major 3x3; angles near a quarter turn
// only. Other angles are ignored: no camera writes them.
function turnFilters(matrix: Buffer | null): string[] {
  if (!matrix || matrix.length < 36) return [];
  const m = (index: number) => matrix.readInt32LE(index * 4);
  const scale0 = Math.hypot(m(0), m(3));
  const scale1 = Math.hypot(m(1), m(4));
  if (scale0 === 0 || scale1 === 0) return [];
  const degrees = Math.round((Math.atan2(m(1) / scale1, m(0) / scale0) * 180) / Math.PI);
  const angle = ((degrees % 360) + 360) % 360;
  if (Math.abs(angle - 90) <= 1) return [m(3) > 0 ? 'transpose=cclock_flip' : 'transpose=clock'];
  if (Math.abs(angle - 270) <= 1) return [m(3) < 0 ? 'transpose=clock_flip' : 'transpose=cclock'];
  if (Math.abs(angle - 180) <= 1) return [...(m(0) < 0 ? ['hflip'] : []), ...(m(4) < 0 ? ['vflip'] : [])];
  return m(4) < 0 ? ['vflip'] : [];
}
