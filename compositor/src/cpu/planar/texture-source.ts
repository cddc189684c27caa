import { FramemillError } from '@framemill/timeline/rendering';
import type { VideoTexture } from '../../graph/backend.ts';
import type { Layer, Texture } from '../../graph/drawable.ts';
import type { FrameIntake, FramePlanes } from '../../graph/frame-memory.ts';
import type { Size } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
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

/**
 * Texture of the CPU backend. It contains one image at a time, with reduced copies that are created on demand. `F` is
 * the type of decoded frames.
 */
export interface TextureSource<F = unknown> extends Texture {
  readonly chromaFormat: ChromaFormat;
  /** The decoded frame, if it can be encoded unchanged; null otherwise. */
  readonly frame?: F | null;
  /**
   * Returns the planes of the current video frame, read-only. They are valid until the planes of any other frame are
   * requested. Absent for other images.
   */
  planes?(): FramePlanes;
  /**
   * Returns the image reduced to half its size `level` times. At least its rows [fromRow, toRow), in rows of level 0,
   * are filled.
   */
  level(level: number, fromRow: number, toRow: number): Surface;
  /**
   * Returns the planes interleaved by pixel, for images that are repeatedly drawn rotated; null when they cannot be
   * packed.
   */
  packed?(): PackedPlanes | null;
  /** Whether the outermost pixels (three of luma and two of chroma) are transparent. Absent when unknown. */
  hasEmptyRim?(): boolean;
}

/** Source whose pixels never change: an image, a sprite or the result of an effect stack. It owns its surface. */
export interface StillSource extends TextureSource<never> {
  /** Replaces the image by one that is reduced to half its size `times` times, and frees the original. */
  shrink(times: number): StillSource;
}

/** Returns the layer after checking that its texture belongs to the CPU backend. Throws `internal_error` otherwise. */
export function placedLayer<F = unknown>(layer: Layer<Texture>): Layer<TextureSource<F>> {
  const { source } = layer;
  if (isTextureSource<F>(source)) return { ...layer, source };
  throw new FramemillError(
    'internal_error',
    `The texture of layer ${layer.slot} was created by another backend. Create it with the backend that draws it.`,
  );
}

function isTextureSource<F>(texture: Texture): texture is TextureSource<F> {
  return 'level' in texture && 'chromaFormat' in texture;
}

/**
 * Creates a source from the result of an effect stack, whose pixels do not change while its layer moves. Takes
 * ownership of the surface.
 */
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

/** Creates a source of pixels that never change. Takes ownership of the surface. */
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

/**
 * Texture source of video frames. The rows of a frame are copied into WebAssembly memory only when they are sampled.
 */
export interface FrameSource<F> extends TextureSource<F>, VideoTexture<F> {
  readonly frame: F | null;
}

// Rows of a strip: a quarter megabyte at 1080p. A multiple of four, so that halved chroma rows do not cross two strips.
const stripRows = 64;

/** Creates a source of opaque planar frames. `show` accepts frames of the source's size and chroma format. */
export function createFrameSource<F>(
  kernels: Kernels,
  intake: FrameIntake<F>,
  { width, height }: Size,
  chromaFormat: ChromaFormat = '4:2:0',
): FrameSource<F> {
  let frame: F | null = null;
  let version = '';
  let rows = { from: 0, to: 0 };
  // Level 0 may be missing: an image that is only sampled halved is never stored at full size.
  const levels: (Surface | undefined)[] = [];
  let madeLevels = 0;

  function planesOfFrame(): FramePlanes {
    if (frame === null) throw new Error('A video texture was sampled before its first frame.');
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

  // The full-size image is not needed: it is halved strip by strip in the cache instead of going through main memory.
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
        if (!below) throw new Error(`Mip level ${made} of a texture is missing.`);
        levels[made + 1] ??= emptyHalf(kernels, below);
        halveSurface(kernels, below, levels[made + 1] ?? below);
        madeLevels = made + 1;
      }
      const surface = levels[level];
      if (!surface) throw new Error(`Mip level ${level} of a texture is missing.`);
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

/** Allocates a surface of half the size with the same chroma format. Contents are undefined. */
export function emptyHalf(kernels: Kernels, surface: Surface): Surface {
  const { width, height, alpha, chromaFormat } = surface;
  return createSurface(kernels.heap, (width + 1) >> 1, (height + 1) >> 1, alpha !== null, { chromaFormat });
}

/** Reduces an image to half its size, into a surface of that size with the same planes. */
export function halveSurface(kernels: Kernels, surface: Surface, half: Surface): void {
  const targets = allPlanes(half);
  for (const [index, plane] of allPlanes(surface).entries()) {
    const target = targets[index];
    if (!target) continue;
    kernels.run.halvePlane(target.offset, target.stride, plane.offset, plane.stride, plane.width, plane.height);
  }
}
