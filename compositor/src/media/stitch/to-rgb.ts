import type { OutputProfile } from '../../catalog.ts';
import { type FilterChain, type FilterStep, openFilterChain } from '../filter-chain.ts';

/**
 * Arguments of the filter `scale` for converting frames of a segment to full-range RGB. The encoder tags them BT.709
 * limited. The flags keep the result the same on every processor.
 */
export const TO_RGB =
  'in_color_matrix=bt709:in_range=limited:out_range=full:flags=bicubic+accurate_rnd+full_chroma_int+bitexact';

/** Returns the arguments of the filter `buffer` for frames of a segment. */
export function imageSource({ width, height, rate }: OutputProfile): string {
  return `width=${width}:height=${height}:pix_fmt=yuv420p:time_base=${rate.den}/${rate.num}:pixel_aspect=1/1:colorspace=bt709:range=tv`;
}

/** Opens a filter chain that converts frames of a segment to 8-bit RGB, scaled to `size` when given. */
export function openRgbChain(profile: OutputProfile, size?: { width: number; height: number }): FilterChain {
  return openFilterChain(rgbSteps(profile, 'rgb24', size));
}

/** Returns the filters of such a chain for a pixel layout. */
export function rgbSteps(
  profile: OutputProfile,
  layout: 'rgb24' | 'bgra',
  size?: { width: number; height: number },
): FilterStep[] {
  const scaled = size ? `w=${size.width}:h=${size.height}:${TO_RGB}` : TO_RGB;
  return [
    ['buffer', imageSource(profile)],
    ['scale', scaled],
    ['format', `pix_fmts=${layout}`],
    ['buffersink', ''],
  ];
}
