import { gaussianNeeds } from '../graph/gaussian-axis.ts';
import type { Coverage } from '../graph/graph-node.ts';
import { featherSigma } from '../graph/soft-edge.ts';
import { movedEdge } from './edge-move.ts';
import { drawGaussian } from './gaussian.ts';
import { uploadImage } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';
import type { Emitter } from './primitives/emitter.ts';

/**
 * Draws the inside of a path into the channel r. The path is rasterized once and cached, and its edge is softened on
 * the GPU.
 */
export function outlineCover(outline: Extract<Coverage, { kind: 'outline' }>, emitter: Emitter): PlacedImage {
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

/** Returns the expression (an f32) of a channel of an image as coverage, with its edge moved and softened. */
export function imageCover(by: Extract<Coverage, { kind: 'node' }>, emitter: Emitter): string {
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
