import { FramemillError } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av/lib';
import type { FilterChain } from '../filter-chain.ts';

/**
 * Converts a frame by a chain that ends in `rgb24`. Returns rows without gaps, three bytes a pixel. Throws
 * `internal_error` when the chain returns no frame.
 */
export function readRgb(chain: FilterChain, frame: Frame): Buffer {
  chain.push(frame);
  const converted = chain.pull();
  const [plane] = converted?.data ?? [];
  if (!converted || !plane) {
    throw new FramemillError('internal_error', `Converting a frame of ${frame.width}x${frame.height} to RGB failed.`);
  }
  const row = converted.width * 3;
  const stride = converted.linesize[0] ?? row;
  const pixels = Buffer.allocUnsafe(row * converted.height);
  for (let y = 0; y < converted.height; y++) plane.copy(pixels, y * row, y * stride, y * stride + row);
  return pixels;
}
