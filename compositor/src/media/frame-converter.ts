import { FramemillError } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av';
import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P, AVCOL_RANGE_JPEG } from 'node-av/constants';
import { matrixOf, wideColour } from './colour-tags.ts';
import type { DisplayGeometry } from './display-geometry.ts';
import { type FilterChain, openFilterChain } from './filter-chain.ts';
import { isYuv } from './pixel-format.ts';
import { toneMapping } from './tone-mapping.ts';

/**
 * Makes every decoded picture an upright 8-bit BT.709 limited one of one size: planar 4:2:0, with alpha 4:2:0 and a plane of alpha, or RGBA (full range, alpha
 * not multiplied in) where the coded picture is red, green and blue, since chroma at an edge can only be halved with the alpha at hand.
 */
export interface FrameConverter {
  /**
   * The picture itself when it is already what is wanted (no copy), else a converted one that the converter owns and
   * overwrites at its next conversion.
   */
  convert(frame: Frame): Frame;
  close(): void;
}

/** `geometry` fixes size and rotation; colour is read from each picture's tags, guessed BT.601 below 720 lines when untagged. */
export function createFrameConverter(geometry: DisplayGeometry, alpha = false): FrameConverter {
  let chain: FilterChain | null = null;
  let chainKey = '';
  return {
    convert(frame) {
      if (isWanted(frame, geometry, alpha)) return frame;
      const { width, height, format, colorRange, colorSpace, colorTrc, colorPrimaries } = frame;
      const key = [width, height, format, colorRange, colorSpace, colorTrc, colorPrimaries].join(' ');
      if (!chain || chainKey !== key) {
        chain?.close();
        chain = openConversion(frame, geometry, alpha);
        chainKey = key;
      }
      chain.push(frame);
      const converted = chain.pull();
      if (!converted) throw new FramemillError('internal_error', 'The conversion of a picture gave none.');
      return converted;
    },
    close() {
      chain?.close();
      chain = null;
    },
  };
}

function isWanted(frame: Frame, geometry: DisplayGeometry, alpha: boolean): boolean {
  return (
    frame.format === (alpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P) &&
    geometry.turn.length === 0 &&
    frame.width === geometry.frameWidth &&
    frame.height === geometry.frameHeight &&
    frame.colorRange !== AVCOL_RANGE_JPEG &&
    matrixOf(frame) === 'bt709' &&
    wideColour(frame) === null
  );
}

const exactly = 'flags=bicubic+accurate_rnd+full_chroma_int+bitexact';

function openConversion(frame: Frame, geometry: DisplayGeometry, alpha: boolean): FilterChain {
  const range = frame.colorRange === AVCOL_RANGE_JPEG ? 'full' : 'limited';
  const size = `w=${geometry.frameWidth}:h=${geometry.frameHeight}`;
  const wide = wideColour(frame);
  const format = !alpha ? 'yuv420p' : isYuv(frame.format) ? 'yuva420p' : 'rgba';
  const matrices = `in_color_matrix=${matrixOf(frame)}:out_color_matrix=bt709:in_range=${range}:out_range=limited`;
  return openFilterChain([
    [
      'buffer',
      `width=${frame.width}:height=${frame.height}:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1` +
        `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    ],
    ...geometry.turn.map((filter): [string, string] => {
      const [name = '', args = ''] = filter.split('=');
      return [name, args];
    }),
    ...(wide ? toneMapping(wide, matrixOf(frame), range, alpha) : []),
    ['scale', wide || format === 'rgba' ? `${size}:${exactly}` : `${size}:${exactly}:${matrices}`],
    ['format', `pix_fmts=${format}`],
    ['buffersink', ''],
  ]);
}
