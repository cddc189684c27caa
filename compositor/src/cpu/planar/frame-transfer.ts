import { FramemillError } from '@framemill/timeline/rendering';
import type { Rect } from '../../graph/box.ts';
import type { FramePlanes } from '../../graph/frame-memory.ts';
import type { Heap } from '../../kernels/heap.ts';
import { type Plane, type Strides, type Surface, viewOf } from './surface.ts';

/** Returns the strides of a frame. Surfaces with the same strides can be copied from and to the frame faster. */
export function stridesOf(frame: FramePlanes): Strides {
  return { luma: frame.stride[0] ?? 0, chroma: frame.stride[1] ?? 0 };
}

/**
 * Copies luma rows [fromRow, toRow) and their chroma into a surface of the frame's size and chroma format. `fromRow`
 * must be even.
 */
export function uploadRows(heap: Heap, frame: FramePlanes, target: Surface, fromRow: number, toRow: number): void {
  const rect = { x: 0, y: fromRow, width: target.width, height: toRow - fromRow };
  transfer(heap, frame, viewOf(target, rect), rect, copyIn);
}

/**
 * Copies the rectangle `rect` of a frame into a surface of the same size. Position and size must be even. If the
 * surface has the frame's strides, each plane is copied in one step, which also overwrites the memory between the rows.
 * This memory must therefore not be used by another surface.
 */
export function uploadRect(heap: Heap, frame: FramePlanes, rect: Rect, target: Surface): void {
  transfer(heap, frame, target, rect, copyIn);
}

/**
 * Copies a surface into the rectangle `rect` of a frame. If the surface has the frame's strides, each plane is copied
 * in one step, which also overwrites the pixels of the frame between the rows of `rect`. In this case `rect` must span
 * the full width of the frame, or `uploadRect` must have filled the surface from the same frame and rectangle.
 */
export function downloadRect(heap: Heap, source: Surface, frame: FramePlanes, rect: Rect): void {
  transfer(heap, frame, source, rect, copyOut);
}

type CopyRow = (memory: Uint8Array, offset: number, frame: Uint8Array, at: number, bytes: number) => void;

const copyIn: CopyRow = (memory, offset, frame, at, bytes) => memory.set(frame.subarray(at, at + bytes), offset);
const copyOut: CopyRow = (memory, offset, frame, at, bytes) => frame.set(memory.subarray(offset, offset + bytes), at);

function transfer(heap: Heap, frame: FramePlanes, surface: Surface, rect: Rect, copy: CopyRow): void {
  const memory = heap.bytes;
  const planes: Plane[] = [surface.luma, ...surface.chroma];
  for (const [index, plane] of planes.entries()) {
    const data = frame.data[index];
    const stride = frame.stride[index];
    if (!data || !stride)
      throw new FramemillError('internal_error', `Plane ${index} of a frame is missing. Pass a frame in planar YUV.`);
    const shift = index === 0 || surface.chromaFormat === '4:4:4' ? 0 : 1;
    const first = (rect.y >> shift) * stride + (rect.x >> shift);
    const { width, height } = plane;
    // One call costs as much as copying 1,500 bytes, so that one call a plane is faster than one a row.
    if (stride === plane.stride) {
      copy(memory, plane.offset, data, first, stride * (height - 1) + width);
      continue;
    }
    for (let row = 0; row < height; row++) {
      copy(memory, plane.offset + row * plane.stride, data, first + row * stride, width);
    }
  }
}
