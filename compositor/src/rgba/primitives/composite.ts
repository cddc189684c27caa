import { BLEND_MODES, type BlendMode } from '@framemill/timeline';
import { isEmpty, overlap, union } from '../../graph/box.ts';
import type { CompositePicture } from '../../graph/picture.ts';
import { type PictureNode, rectAt, sourceAt } from '../picture-node.ts';
import { viewOfRgba } from '../rgba-surface.ts';

// Full opacity in the kernels' scale.
const whole = 256;

// Their formulas divide or need all channels: floating point instead of bytes.
const exact: ReadonlySet<BlendMode> = new Set([
  'color-dodge',
  'color-burn',
  'soft-light',
  'hue',
  'saturation',
  'color',
  'luminosity',
]);

/** One picture on another by a blend mode. Only the rectangle that both share is worked on. */
export function compositeNode({ over, under, blend, opacity }: CompositePicture): PictureNode {
  const weight = Math.min(whole, Math.max(0, Math.round(opacity * whole)));
  return {
    inputs: [over, under],
    same: weight === 0 ? under : undefined,
    extent(inputs) {
      const [a, b] = [rectAt(inputs, 0), rectAt(inputs, 1)];
      return isEmpty(a) ? b : isEmpty(b) ? a : union(a, b);
    },
    needs: (area) => [area, area],
    draw(area, inputs, { kernels }) {
      const target = sourceAt(inputs, 1).own(area);
      const { surface } = sourceAt(inputs, 0);
      const shared = overlap(surface, area);
      if (isEmpty(shared)) return target;
      const top = viewOfRgba(surface, shared);
      const bottom = viewOfRgba(target, shared);
      const { width, height } = shared;
      const mode = BLEND_MODES.indexOf(blend);
      const blendBy = exact.has(blend) ? kernels.run.blendExact : kernels.run.blendRgba;
      const share = exact.has(blend) ? weight / whole : weight;
      blendBy(bottom.offset, bottom.stride, top.offset, top.stride, width, height, share, mode);
      return target;
    },
  };
}
