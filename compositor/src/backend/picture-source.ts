import type { Frame } from 'node-av';
import type { Kernels } from '../kernels/kernel-module.ts';
import { framePlanes, stridesOf, uploadRows } from './frame-transfer.ts';
import { allPlanes, createSurface, releaseSurface, type Surface } from './surface.ts';

/** Something that can be sampled: one picture at a time, with halved copies of it made when they are asked for. */
export interface PictureSource {
  /** Changes with every new picture and is never the same for two sources. */
  readonly version: string;
  /** Size of the stored picture in pixels. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** The decoded frame itself, for pictures that are frames. */
  readonly frame?: Frame | null;
  /** The picture halved `level` times, with at least its rows [fromRow, toRow) (of level 0) in place. */
  level(level: number, fromRow: number, toRow: number): Surface;
}

/** A source that stays the same: an image or a sprite. Owns `surface`. */
export interface StillSource extends PictureSource {
  readonly surface: Surface;
  /** Gives the picture up for one halved `times` times. */
  shrink(times: number): StillSource;
  close(): void;
}

export function createStillSource(kernels: Kernels, surface: Surface, version: string): StillSource {
  const halves: Surface[] = [];
  return {
    version,
    width: surface.width,
    height: surface.height,
    hasAlpha: surface.alpha !== null,
    surface,
    level(level) {
      while (halves.length < level) halves.push(halved(kernels, halves.at(-1) ?? surface));
      return level === 0 ? surface : (halves[level - 1] ?? surface);
    },
    shrink(times) {
      let small = surface;
      for (let made = 0; made < times; made++) {
        const half = halved(kernels, small);
        releaseSurface(kernels.heap, small);
        small = half;
      }
      return createStillSource(kernels, small, `${version} halved ${times}`);
    },
    close() {
      for (const half of halves) releaseSurface(kernels.heap, half);
      releaseSurface(kernels.heap, surface);
    },
  };
}

/** A source of video frames. They are copied into the kernels' memory only when and as far as something samples them. */
export interface FrameSource extends PictureSource {
  /** The frame to sample from now on: planar 4:2:0 of the source's size, opaque. Kept until the next call, not owned. */
  show(frame: Frame, version: string): void;
  readonly frame: Frame | null;
  close(): void;
}

export function createFrameSource(kernels: Kernels, width: number, height: number): FrameSource {
  let frame: Frame | null = null;
  let version = '';
  let rows = { from: 0, to: 0 };
  const levels: Surface[] = [];
  let madeLevels = 0;

  function fetch(fromRow: number, toRow: number): void {
    if (frame === null) throw new Error('A frame source was sampled before it got a frame.');
    const from = Math.max(0, fromRow) & ~1;
    const to = Math.min(height, toRow);
    if (rows.to > rows.from && from >= rows.from && to <= rows.to) return;
    const planes = framePlanes(frame);
    levels[0] ??= createSurface(kernels.heap, width, height, false, stridesOf(planes));
    uploadRows(kernels.heap, planes, levels[0], from, to);
    rows = { from, to };
    madeLevels = 0;
  }

  return {
    width,
    height,
    hasAlpha: false,
    get version() {
      return version;
    },
    get frame() {
      return frame;
    },
    show(next, nextVersion) {
      frame = next;
      if (nextVersion === version) return;
      version = nextVersion;
      rows = { from: 0, to: 0 };
      madeLevels = 0;
    },
    level(level, fromRow, toRow) {
      fetch(fromRow, toRow);
      for (let made = madeLevels; made < level; made++) {
        const below = levels[made];
        if (!below) throw new Error(`Level ${made} of a picture is missing.`);
        levels[made + 1] ??= emptyHalf(kernels, below);
        halve(kernels, below, levels[made + 1] ?? below);
        madeLevels = made + 1;
      }
      const surface = levels[level];
      if (!surface) throw new Error(`Level ${level} of a picture is missing.`);
      return surface;
    },
    close() {
      for (const surface of levels) releaseSurface(kernels.heap, surface);
      levels.length = 0;
    },
  };
}

function halved(kernels: Kernels, surface: Surface): Surface {
  const half = emptyHalf(kernels, surface);
  halve(kernels, surface, half);
  return half;
}

function emptyHalf(kernels: Kernels, surface: Surface): Surface {
  const { width, height, alpha } = surface;
  return createSurface(kernels.heap, (width + 1) >> 1, (height + 1) >> 1, alpha !== null);
}

function halve(kernels: Kernels, surface: Surface, half: Surface): void {
  const targets = allPlanes(half);
  for (const [index, plane] of allPlanes(surface).entries()) {
    const target = targets[index];
    if (!target) continue;
    kernels.run.halvePlane(target.offset, target.stride, plane.offset, plane.stride, plane.width, plane.height);
  }
}
