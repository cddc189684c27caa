import { BLEND_MODES } from '@framemill/timeline/rendering';
import type { Rect } from '../../graph/box.ts';
import { edgeWidth, featherSigma } from '../../graph/coverage.ts';
import { gaussianNeeds } from '../../graph/gaussian-axis.ts';
import type { Coverage, GraphNodeOf } from '../../graph/graph-node.ts';
import { rotation } from '../../graph/matrix.ts';
import type { PlacedImage } from '../device-memory.ts';
import { drawGaussian, drawn, numbersOf } from '../filter-passes.ts';
import { type GpuDevice, uploadImage } from '../gpu-device.ts';
import { clearWgsl, edgeColumnsWgsl, edgeRowsWgsl, softnessWgsl } from '../wgsl/coverage.ts';
import { type Emitter, masked } from './emitter.ts';

/** Returns the WGSL expression of one image blended onto another. */
export function emitComposite({ blend, opacity, atop = false }: GraphNodeOf<'composite'>, emitter: Emitter): string {
  const mode = BLEND_MODES.indexOf(blend);
  const share = emitter.builder.entry(Math.min(1, Math.max(0, opacity)));
  return `blend(${mode}, ${emitter.value(0)}, ${emitter.value(1)}, ${share}.x, ${atop})`;
}

/** Returns the WGSL expression `k1 a b + k2 a + k3 b + k4` of two images, for each channel, clamped to 0-1. */
export function emitSum({ k1, k2, k3, k4 }: GraphNodeOf<'sum'>, { builder, step, value }: Emitter): string {
  const [a, b] = [value(0), value(1)];
  const k = builder.entry(k1, k2, k3, k4);
  const sum = `clamp(${k}.x * ${a} * ${b} + ${k}.y * ${a} + ${k}.z * ${b} + ${k}.w, vec4f(0.0), vec4f(1.0))`;
  return k4 > 0 ? masked(builder, sum, step.extent) : sum;
}

/** Returns the WGSL expression of an image multiplied by a coverage. */
export function emitMatte({ by, invert, strength }: GraphNodeOf<'matte'>, emitter: Emitter): string {
  const { builder, value } = emitter;
  const weight = builder.entry(Math.min(1, Math.max(0, strength)));
  const cover = builder.keep('f32', coverage(by, emitter));
  const missing = invert ? cover : `(1.0 - ${cover})`;
  return `${value(0)} * (1.0 - ${weight}.x * ${missing})`;
}

function coverage(by: Coverage, emitter: Emitter): string {
  const { builder, box } = emitter;
  switch (by.kind) {
    case 'half': {
      const { a, b } = rotation(by.angle);
      return `coverHalf(p, ${builder.entry(by.x, by.y, a, b)}, ${builder.entry(edgeWidth(by.feather))}.x)`;
    }
    case 'disc': {
      const disc = builder.entry(by.x, by.y, by.radiusX, by.radiusY);
      return `coverDisc(p, ${disc}, ${builder.entry(edgeWidth(by.feather))}.x)`;
    }
    case 'sweep': {
      const { a, b } = rotation(by.share * 360 + 180);
      const sweep = builder.entry(by.x, by.y, by.share, edgeWidth(by.feather));
      return `coverSweep(p, ${sweep}, ${builder.entry(a, b)}.xy)`;
    }
    case 'slats': {
      const { a, b } = rotation(by.angle + 90);
      const length = Math.abs(box.width * a) + Math.abs(box.height * b);
      const per = Math.max(1, by.count) / length;
      const start = (length / 2 - (box.width / 2) * a - (box.height / 2) * b) * per;
      const slats = builder.entry(a * per, b * per, start, Math.min(1, Math.max(0, by.share)));
      return `coverSlats(p, ${slats}, ${builder.entry(per)}.x)`;
    }
    case 'outline':
      return `${builder.fetch(outlineCover(by, emitter))}.r`;
    case 'node':
      return imageCover(by, emitter);
  }
}

/**
 * Draws the inside of a path into the red channel of a texture. The path is rasterized once and cached; its edge is
 * softened on the GPU.
 */
function outlineCover(outline: Extract<Coverage, { kind: 'outline' }>, emitter: Emitter): PlacedImage {
  const { gpu, builder, rasterOutline } = emitter;
  const { d, feather, expansion } = outline;
  const sigma = featherSigma(feather);
  const rect = gaussianNeeds(builder.area, sigma, sigma);
  const place = [rect.x, rect.y, rect.width, rect.height].join(' ');
  const image = gpu.kept.keep(`outline ${place} ${expansion} ${d}`, () =>
    uploadImage(gpu, rasterOutline(outline, rect), [rect.width, rect.height], 'r8unorm'),
  );
  return softened({ image, rect }, sigma, emitter);
}

/** Returns the WGSL expression (f32) of an image's channel as coverage, with the edge moved and softened. */
function imageCover(by: Extract<Coverage, { kind: 'node' }>, emitter: Emitter): string {
  const sigma = featherSigma(by.feather);
  if (by.expansion === 0 && sigma === 0) return channelOf(by.channel, emitter.value(1));
  const source = emitter.image(1);
  if (!source) return '0.0';
  const hard = emitter.drawn(source.rect, (builder) => `vec4f(${channelOf(by.channel, builder.fetch(source))})`);
  const moved = by.expansion === 0 ? hard : emitter.own(movedEdge(emitter.gpu, hard, emitter.needs(1), by.expansion));
  return `${emitter.builder.fetch(softened(moved, sigma, emitter))}.r`;
}

function softened(cover: PlacedImage, sigma: number, emitter: Emitter): PlacedImage {
  if (sigma <= 0) return cover;
  const sigmas = { sigmaX: sigma, sigmaY: sigma };
  return emitter.own(drawGaussian(emitter.gpu, cover, cover.rect, emitter.builder.area, sigmas, false));
}

function channelOf(channel: 'alpha' | 'luma', pixel: string): string {
  return channel === 'alpha' ? `${pixel}.a` : `dot(${pixel}.rgb, vec3f(0.2126, 0.7152, 0.0722))`;
}

/**
 * Moves the edge of a coverage (in the red channel) outwards by `by` pixels of Euclidean distance, or inwards if `by`
 * is negative, and draws `rect` of the result. Soft areas stay soft. There are two passes, first columns and then rows,
 * because squared distances add up. The caller must return the result to the texture pool.
 */
function movedEdge(gpu: GpuDevice, cover: PlacedImage, rect: Rect, by: number): PlacedImage {
  const how = [by, Math.ceil(Math.abs(by)) + 1, 0, 0];
  const soft = softnessOf(gpu, cover, rect);
  const columns = drawn(
    gpu,
    rect,
    edgeColumnsWgsl,
    [...numbersOf(rect), ...numbersOf(cover.rect), ...numbersOf(rect), ...how],
    [cover, soft],
    'r32float',
  );
  const table = [...numbersOf(rect), ...numbersOf(columns.rect), ...numbersOf(cover.rect), ...how];
  const moved = drawn(gpu, rect, edgeRowsWgsl, table, [columns, cover, soft]);
  gpu.pool.giveBack(columns.image);
  gpu.pool.giveBack(soft.image);
  return moved;
}

// Returns a pixel that is 1 when the coverage has a half-transparent area other than an antialiased edge.
function softnessOf(gpu: GpuDevice, cover: PlacedImage, rect: Rect): PlacedImage {
  const flag = drawn(gpu, { x: 0, y: 0, width: 1, height: 1 }, clearWgsl, [0, 0, 0, 0], [], 'r32float');
  gpu.queue.add({
    code: softnessWgsl.replace('FORMAT', 'r32float'),
    table: [...numbersOf(rect), ...numbersOf(cover.rect), ...numbersOf(rect), 0, 0, 0, 0],
    target: flag.image.view,
    textures: [cover.image.view],
    groups: [Math.ceil(rect.width / 8), Math.ceil(rect.height / 8)],
  });
  return flag;
}
