import type { FrameMemory, FramePlanes } from '../graph/frame-memory.ts';
import type { Size } from '../graph/placement.ts';

/** Frame in the memory of the script: 8 bits, BT.709 limited range. Three planes, four with alpha, or one of RGBA. */
export interface PlanarFrame extends Size {
  readonly planes: FramePlanes;
}

/** Frames in the memory of the script. */
export const planarFrames: FrameMemory<PlanarFrame> = {
  create({ width, height }) {
    const [halfWidth, halfHeight] = [(width + 1) >> 1, (height + 1) >> 1];
    const planes = {
      data: [width * height, halfWidth * halfHeight, halfWidth * halfHeight].map((bytes) => new Uint8Array(bytes)),
      stride: [width, halfWidth, halfWidth],
    };
    const copyFrom = (other: PlanarFrame) => {
      for (const [index, target] of planes.data.entries()) {
        const [rows, rowBytes] = index === 0 ? [height, width] : [halfHeight, halfWidth];
        const source = other.planes.data[index];
        const stride = other.planes.stride[index] ?? rowBytes;
        for (let row = 0; source && row < rows; row++) {
          target.set(source.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
        }
      }
    };
    return { frame: { width, height, planes }, planes, copyFrom, free: () => undefined };
  },
  createIntake: () => ({ planesOf: ({ planes }) => planes, close: () => undefined }),
};
