import { FramemillError } from '@framemill/timeline/rendering';
import type { Rect } from '../../graph/box.ts';
import type { Heap } from '../../kernels/heap.ts';
import type { FramePlanes } from '../../media/frame-planes.ts';
import { type Plane, type Strides, type Surface, viewOf } from './surface.ts';

/** The strides to give a surface that whole frames like this one are copied into or out of. */
export function stridesOf(frame: FramePlanes): Strides {
  return { luma: frame.stride[0] ?? 0, chroma: frame.stride[1] ?? 0 };
}

/** Copies luma rows [fromRow, toRow) and their chroma into a surface of the frame's size and chroma format. `fromRow` is even. */
export function uploadRows(heap: Heap, frame: FramePlanes, target: Surface, fromRow: number, toRow: number): void {
  const rect = { x: 0, y: fromRow, width: target.width, height: toRow - fromRow };
  transfer(heap, frame, viewOf(target, rect), rect, copyIn);
}

/**
 * Copies `rect` (even) of a frame into a surface of the rectangle's size. A surface with the frame's strides is filled
 * with one call a plane: what lies between the rectangle's rows comes along, so it must have memory of its own.
 */
export function uploadRect(heap: Heap, frame: FramePlanes, rect: Rect, target: Surface): void {
  transfer(heap, frame, target, rect, copyIn);
}

/** Copies a surface, filled by `uploadRect` of the same rectangle or covering whole rows, over `rect` of a frame. */
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
    if (!data || !stride) throw new FramemillError('internal_error', `Plane ${index} of a frame is missing.`);
    const shift = index === 0 || surface.chromaFormat === '4:4:4' ? 0 : 1;
    const first = (rect.y >> shift) * stride + (rect.x >> shift);
    const { width, height } = plane;
    // A call costs as much as copying 1,500 bytes: one for the plane beats one a row.
    if (stride === plane.stride) {
      copy(memory, plane.offset, data, first, stride * (height - 1) + width);
      continue;
    }
    for (let row = 0; row < height; row++) {
      copy(memory, plane.offset + row * plane.stride, data, first + row * stride, width);
    }
  }
}
