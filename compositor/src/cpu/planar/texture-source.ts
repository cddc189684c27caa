import { FramemillError } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av/lib';
import type { VideoTexture } from '../../backend.ts';
import type { Layer } from '../../drawable.ts';
import type { Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { FrameIntake } from '../../media/frame-intake.ts';
import type { FramePlanes } from '../../media/frame-planes.ts';
import type { Texture } from '../../texture.ts';
import { stridesOf, uploadRect, uploadRows } from './frame-transfer.ts';
import { type PackedPlanes, packPlanes } from './packed-planes.ts';
import {
  allPlanes,
  type ChromaFormat,
  createSurface,
  type Plane,
  releaseSurface,
  type Surface,
  surfaceBytes,
  viewOf,
} from './surface.ts';

/** A texture of the processor: one picture at a time, with halved copies of it made when they are asked for. */
export interface TextureSource extends Texture {
  readonly chromaFormat: ChromaFormat;
  /** The decoded frame itself, for pictures that are frames and can be encoded as they are. */
  readonly frame?: Frame | null;
  /** The frame's planes, for pictures that are frames; read only, valid until any frame source is asked again. */
  planes?(): FramePlanes;
  /** The picture halved `level` times, with at least its rows [fromRow, toRow) (of level 0) in place. */
  level(level: number, fromRow: number, toRow: number): Surface;
  /** The planes pixel by pixel, for pictures that stay and are turned again and again; null: they have none. */
  packed?(): PackedPlanes | null;
  /** Whether its outermost pixels are transparent: three of luma, two of chroma; absent: not known. */
  hasEmptyRim?(): boolean;
}

/** A source that stays the same: an image, a sprite, what an effect stack made. Owns its surface. */
export interface StillSource extends TextureSource {
  /** Gives the picture up for one halved `times` times. */
  shrink(times: number): StillSource;
}

/** The layer, whose texture has to be one of the processor's. Throws `internal_error` for another backend's. */
export function placedLayer(layer: Layer<Texture>): Layer<TextureSource> {
  const { source } = layer;
  if (isTextureSource(source)) return { ...layer, source };
  throw new FramemillError('internal_error', `Layer ${layer.slot} shows a texture of another backend.`);
}

function isTextureSource(texture: Texture): texture is TextureSource {
  return 'level' in texture && 'chromaFormat' in texture;
}

/** What an effect stack made: it stays while its layer moves. Takes the surface over. */
export function createStackSource(kernels: Kernels, surface: Surface, version: string): StillSource {
  const still = createStillSource(kernels, surface, version);
  let packed: PackedPlanes | null = null;
  let emptyRim: boolean | null = null;
  return {
    ...still,
    hasEmptyRim() {
      emptyRim ??= isRimEmpty(kernels, surface);
      return emptyRim;
    },
    packed() {
      packed ??= packPlanes(kernels, surface);
      return packed;
    },
    close() {
      if (packed) kernels.heap.release(packed.block);
      still.close();
    },
  };
}

function isRimEmpty({ run }: Kernels, { luma, chroma, alpha, chromaFormat }: Surface): boolean {
  if (!alpha || chromaFormat !== '4:2:0') return false;
  const isEmpty = ({ offset, stride, width, height }: Plane, rim: number) => {
    if (Math.min(width, height) < 2 * rim) return false;
    const rowsAt = (row: number) => run.maxRect(offset + row * stride, stride, width, rim);
    const columnsAt = (column: number) => run.maxRect(offset + column, stride, rim, height);
    return rowsAt(0) + rowsAt(height - rim) + columnsAt(0) + columnsAt(width - rim) === 0;
  };
  return (
    [luma, alpha.luma].every((plane) => isEmpty(plane, 3)) &&
    [...chroma, alpha.chroma].every((plane) => isEmpty(plane, 2))
  );
}

/** A source of pixels that stay the same. Takes the surface over. */
export function createStillSource(kernels: Kernels, surface: Surface, version: string): StillSource {
  const halves: Surface[] = [];
  return {
    version,
    width: surface.width,
    height: surface.height,
    hasAlpha: surface.alpha !== null,
    chromaFormat: surface.chromaFormat,
    bytes: surfaceBytes(surface.width, surface.height, surface.alpha !== null, surface.chromaFormat),
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
export interface FrameSource extends TextureSource, VideoTexture {
  readonly frame: Frame | null;
}

// A quarter megabyte at 1080p. A multiple of four: halved chroma rows must not straddle two strips.
const stripRows = 64;

/** A source of opaque planar frames, of the source's size and chroma format. */
export function createFrameSource(
  kernels: Kernels,
  intake: FrameIntake,
  { width, height }: Size,
  chromaFormat: ChromaFormat = '4:2:0',
): FrameSource {
  let frame: Frame | null = null;
  let version = '';
  let rows = { from: 0, to: 0 };
  // Level 0 may be missing: a picture that is only sampled halved is never stored whole.
  const levels: (Surface | undefined)[] = [];
  let madeLevels = 0;

  function planesOfFrame(): FramePlanes {
    if (frame === null) throw new Error('A frame source was sampled before it got a frame.');
    return intake.planesOf(frame);
  }

  function fetch(fromRow: number, toRow: number): Surface {
    const from = Math.max(0, fromRow) & ~1;
    const to = Math.min(height, toRow);
    if (levels[0] && rows.to > rows.from && from >= rows.from && to <= rows.to) return levels[0];
    const planes = planesOfFrame();
    levels[0] ??= createSurface(kernels.heap, width, height, false, { strides: stridesOf(planes), chromaFormat });
    uploadRows(kernels.heap, planes, levels[0], from, to);
    rows = { from, to };
    return levels[0];
  }

  // The full-size picture is not wanted: it passes through the cache in strips instead of through main memory.
  function fetchHalved(): Surface {
    const planes = planesOfFrame();
    const target =
      levels[1] ?? createSurface(kernels.heap, (width + 1) >> 1, (height + 1) >> 1, false, { chromaFormat });
    levels[1] = target;
    const strip = createSurface(kernels.heap, width, stripRows, false, { strides: stridesOf(planes), chromaFormat });
    for (let y = 0; y < height; y += stripRows) {
      const taken = Math.min(stripRows, height - y);
      const part = viewOf(strip, { x: 0, y: 0, width, height: taken });
      uploadRect(kernels.heap, planes, { x: 0, y, width, height: taken }, part);
      const place = { x: 0, y: y >> 1, width: target.width, height: (taken + 1) >> 1 };
      halveSurface(kernels, part, viewOf(target, place));
    }
    releaseSurface(kernels.heap, strip);
    madeLevels = 1;
    return target;
  }

  return {
    width,
    height,
    hasAlpha: false,
    chromaFormat,
    bytes: surfaceBytes(width, height, false, chromaFormat),
    get version() {
      return version;
    },
    get frame() {
      return chromaFormat === '4:2:0' ? frame : null;
    },
    planes: planesOfFrame,
    show(next, nextVersion) {
      frame = next;
      if (nextVersion === version) return;
      version = nextVersion;
      rows = { from: 0, to: 0 };
      madeLevels = 0;
    },
    level(level, fromRow, toRow) {
      if (level === 0) return fetch(fromRow, toRow);
      if (madeLevels === 0) fetchHalved();
      for (let made = madeLevels; made < level; made++) {
        const below = levels[made];
        if (!below) throw new Error(`Level ${made} of a picture is missing.`);
        levels[made + 1] ??= emptyHalf(kernels, below);
        halveSurface(kernels, below, levels[made + 1] ?? below);
        madeLevels = made + 1;
      }
      const surface = levels[level];
      if (!surface) throw new Error(`Level ${level} of a picture is missing.`);
      return surface;
    },
    close() {
      for (const surface of levels) if (surface) releaseSurface(kernels.heap, surface);
      levels.length = 0;
    },
  };
}

function halved(kernels: Kernels, surface: Surface): Surface {
  const half = emptyHalf(kernels, surface);
  halveSurface(kernels, surface, half);
  return half;
}

/** A surface of half the size, of the same chroma format. Contents are undefined. */
export function emptyHalf(kernels: Kernels, surface: Surface): Surface {
  const { width, height, alpha, chromaFormat } = surface;
  return createSurface(kernels.heap, (width + 1) >> 1, (height + 1) >> 1, alpha !== null, { chromaFormat });
}

/** Writes a surface, halved, into one of half its size with the same planes. */
export function halveSurface(kernels: Kernels, surface: Surface, half: Surface): void {
  const targets = allPlanes(half);
  for (const [index, plane] of allPlanes(surface).entries()) {
    const target = targets[index];
    if (!target) continue;
    kernels.run.halvePlane(target.offset, target.stride, plane.offset, plane.stride, plane.width, plane.height);
  }
}
