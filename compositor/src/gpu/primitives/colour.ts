import type { GraphNodeOf } from '../../graph/graph-node.ts';
import type { CubeTable, CurveTable } from '../../graph/values.ts';
import type { PlacedImage } from '../device-memory.ts';
import { drawn, numbersOf } from '../filter-passes.ts';
import { type GpuDevice, uploadImage } from '../gpu-device.ts';
import { cornerWgsl } from '../wgsl/colour.ts';
import type { Emitter } from './emitter.ts';

// Softness below which an edge is hard.
const softest = 1e-4;
const steepest = 1e7;

/** Returns the WGSL expression of an image in which pixels that match a key become transparent. */
export function emitKey({ key }: GraphNodeOf<'key'>, emitter: Emitter): string {
  const { builder, value } = emitter;
  if (key.type === 'luma') {
    const { threshold, tolerance, softness, invert } = key;
    const how = [threshold - tolerance, threshold + tolerance, steepnessOf(softness), invert ? 1 : 0];
    return `lumaKey(${value(0)}, ${builder.entry(...how)})`;
  }
  const how = builder.entry(key.similarity, steepnessOf(key.smoothness), key.spill);
  if (key.colour !== 'corners') {
    const { r, g, b } = key.colour;
    const colour = builder.entry(255 * r, 255 * g, 255 * b);
    return `chromaKey(${value(0)}, vec4f(chromaOf(${colour}.rgb), 1.0, 0.0), ${how})`;
  }
  const source = emitter.image(0);
  if (!source) return 'vec4f(0.0)';
  const found = emitter.own(cornerChroma(emitter.gpu, source));
  const screen = `textureLoad(${builder.texture(found.image)}, vec2i(0), 0)`;
  return `chromaKey(${builder.fetch(source)}, ${screen}, ${how})`;
}

function steepnessOf(softness: number): number {
  return softness > softest ? 1 / softness : steepest;
}

/**
 * Computes the chroma of an image's corners into a texture of one pixel, by the same rules as the CPU backend. The
 * pixel contains u and v (BT.709, in levels, centred on 0), and 1 if the corners show a green or blue screen. The
 * caller must return the texture to the texture pool.
 */
function cornerChroma(gpu: GpuDevice, image: PlacedImage): PlacedImage {
  const table = numbersOf(image.rect);
  return drawn(gpu, { x: 0, y: 0, width: 1, height: 1 }, cornerWgsl, table, [image], 'rgba32float');
}

// Maximum points a side, as on the CPU.
const largestSize = 128;

/** Returns the WGSL expression of straight colours mapped through a colour table, which is cached on the GPU. */
export function emitLut({ table, intensity }: GraphNodeOf<'lut'>, { builder, gpu, value }: Emitter): string {
  const share = Math.min(1, Math.max(0, intensity));
  const colour = value(0);
  if ('curves' in table) {
    const image = gpu.kept.keep(`curves ${table.id}`, () =>
      uploadImage(gpu, curvePixels(table), [table.curves[0].length, 1], 'rgba32float'),
    );
    return `curveColour(${colour}, ${builder.texture(image)}, ${builder.entry(share)}.x)`;
  }
  const { size } = table;
  const image = gpu.kept.keep(`lut ${table.id}`, () =>
    uploadImage(gpu, cubePixels(table), [size, size, size], 'rgba32float'),
  );
  const how = builder.entry(size, share);
  return `lutColour(${colour}, ${builder.texture(image, '3d')}, ${how}.x, ${how}.y)`;
}

function cubePixels({ size, values }: CubeTable): Float32Array<ArrayBuffer> {
  if (!(size >= 2 && size <= largestSize) || values.length !== size ** 3 * 3) {
    const sizes = `2 to ${largestSize} points a side and 3 values a point`;
    throw new RangeError(`A LUT needs ${sizes} (got ${size} points a side and ${values.length} values).`);
  }
  // A table of two points a side may be a matrix with values outside 0-1: only its results are clipped.
  const cut = (value: number) => (size === 2 ? value : Math.min(1, Math.max(0, value)));
  const pixels = new Float32Array(size ** 3 * 4);
  for (let point = 0; point < size ** 3; point++) {
    for (let channel = 0; channel < 3; channel++) pixels[point * 4 + channel] = cut(values[point * 3 + channel] ?? 0);
  }
  return pixels;
}

function curvePixels({ curves }: CurveTable): Float32Array<ArrayBuffer> {
  const pixels = new Float32Array(curves[0].length * 4);
  for (const [channel, curve] of curves.entries()) {
    for (const [level, value] of curve.entries()) pixels[level * 4 + channel] = value;
  }
  return pixels;
}
