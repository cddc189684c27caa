import { FramemillError } from '@framemill/timeline';
import type { Frame } from 'node-av';
import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_CL,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_FCC,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_UNSPECIFIED,
} from 'node-av/constants';
import type { DisplayGeometry } from './display-geometry.ts';
import { type FilterChain, openFilterChain } from './filter-chain.ts';

/** Makes every decoded picture an upright 8-bit 4:2:0 BT.709 limited one of one size. */
export interface FrameConverter {
  /**
   * The picture itself when it is already what is wanted (no copy), else a converted one that the converter owns and
   * overwrites at its next conversion.
   */
  convert(frame: Frame): Frame;
  close(): void;
}

/** `geometry` fixes size and rotation; colour is read from each picture's tags, guessed BT.601 below 720 lines when untagged. */
export function createFrameConverter(geometry: DisplayGeometry): FrameConverter {
  let chain: FilterChain | null = null;
  let chainKey = '';
  return {
    convert(frame) {
      if (isWanted(frame, geometry)) return frame;
      const key = [frame.width, frame.height, frame.format, frame.colorRange, frame.colorSpace].join(' ');
      if (!chain || chainKey !== key) {
        chain?.close();
        chain = openConversion(frame, geometry);
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

function isWanted(frame: Frame, geometry: DisplayGeometry): boolean {
  return (
    frame.format === AV_PIX_FMT_YUV420P &&
    geometry.turn.length === 0 &&
    frame.width === geometry.frameWidth &&
    frame.height === geometry.frameHeight &&
    frame.colorRange !== AVCOL_RANGE_JPEG &&
    matrixOf(frame) === 'bt709'
  );
}

function openConversion(frame: Frame, geometry: DisplayGeometry): FilterChain {
  const range = frame.colorRange === AVCOL_RANGE_JPEG ? 'full' : 'limited';
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
    [
      'scale',
      `w=${geometry.frameWidth}:h=${geometry.frameHeight}:flags=bicubic+accurate_rnd+full_chroma_int+bitexact` +
        `:in_color_matrix=${matrixOf(frame)}:out_color_matrix=bt709:in_range=${range}:out_range=limited`,
    ],
    ['format', 'pix_fmts=yuv420p'],
    ['buffersink', ''],
  ]);
}

/** The colour matrix of a picture, by the codec library's names. Untagged pictures: SD is BT.601, anything larger BT.709. */
function matrixOf(frame: Frame): string {
  switch (frame.colorSpace) {
    case AVCOL_SPC_BT709:
      return 'bt709';
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M:
      return 'bt601';
    case AVCOL_SPC_FCC:
      return 'fcc';
    case AVCOL_SPC_SMPTE240M:
      return 'smpte240m';
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL:
      return 'bt2020';
    case AVCOL_SPC_UNSPECIFIED:
      return Math.max(frame.width, frame.height) < 1280 && Math.min(frame.width, frame.height) < 720
        ? 'bt601'
        : 'bt709';
    default:
      return 'bt709';
  }
}
