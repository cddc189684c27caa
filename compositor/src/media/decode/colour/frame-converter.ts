import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { codingOf, wideColour } from '../../colour-tags.ts';
import type { DisplayGeometry } from '../../display-geometry.ts';
import type { FilterStep } from '../../filter-chain.ts';
import { isYuv, pixelFormatName } from '../../pixel-format.ts';
import { convertingByFilters } from './filter-converter.ts';
import type { FrameConverter } from './kernel-converter.ts';
import { toneMapping } from './light-curves.ts';
import { createRecodeConverter } from './recode-converter.ts';
import { createWideColourConverter } from './wide-colour-converter.ts';

/** Options for the pixel format of converted frames. Default: planar 4:2:0 for every frame. */
export interface WantedFrame {
  readonly alpha?: boolean;
  /** Whether chroma has full resolution (4:4:4). */
  readonly fullChroma?: boolean;
  /**
   * Returns whether an upright frame is returned unconverted, because the code that draws it converts it. Default: all
   * frames are converted.
   */
  readonly keeps?: ((frame: Frame) => boolean) | undefined;
}

/**
 * Creates a converter that turns every decoded frame into an upright 8-bit frame of one size, in BT.709 limited range.
 * The result is planar 4:2:0 (4:4:4 with full chroma); for sources with alpha it has an alpha plane in addition.
 *
 * There is one exception for sources with alpha: the result is RGBA (full range, straight alpha) if the coded frame is
 * RGB or its conversion goes through RGB, because chroma at an edge can only be subsampled correctly together with the
 * alpha. `geometry` sets size and rotation. The colour coding is read from each frame's tags; for untagged frames see
 * `matrixOf`.
 */
export function createFrameConverter(geometry: DisplayGeometry, wanted: WantedFrame = {}): FrameConverter {
  let conversion: FrameConverter | null = null;
  let conversionKey = '';
  return {
    convert(frame) {
      if (isWanted(frame, geometry, wanted)) return frame;
      if (wanted.keeps?.(frame) && isUpright(frame, geometry)) return frame;
      const { width, height, format, colorRange, colorSpace, colorTrc, colorPrimaries } = frame;
      const key = [width, height, format, colorRange, colorSpace, colorTrc, colorPrimaries].join(' ');
      if (!conversion || conversionKey !== key) {
        conversion?.close();
        conversion = openConversion(frame, geometry, wanted);
        conversionKey = key;
      }
      return conversion.convert(frame);
    },
    close() {
      conversion?.close();
      conversion = null;
    },
  };
}

function isWanted(frame: Frame, geometry: DisplayGeometry, wanted: WantedFrame): boolean {
  return (
    pixelFormatName(frame.format) === planarFormat(wanted) &&
    isUpright(frame, geometry) &&
    isRecoded(frame) &&
    wideColour(frame) === null
  );
}

function isUpright(frame: Frame, { turn, frameWidth, frameHeight }: DisplayGeometry): boolean {
  return turn.length === 0 && frame.width === frameWidth && frame.height === frameHeight;
}

/** Whether a YUV frame is already in BT.709 limited range, so that its colours need no conversion. */
function isRecoded(frame: Frame): boolean {
  const { matrix, range } = codingOf(frame);
  return matrix === 'bt709' && range === 'limited';
}

function openConversion(frame: Frame, geometry: DisplayGeometry, wanted: WantedFrame): FrameConverter {
  // The kernels support neither alpha nor full chroma.
  const byKernel = !wanted.alpha && !wanted.fullChroma;
  return (
    (byKernel ? (openWideConversion(frame, geometry) ?? openRecoding(frame, geometry)) : null) ??
    convertingByFilters(conversionSteps(frame, geometry, wanted))
  );
}

function planarFormat({ alpha, fullChroma }: WantedFrame): string {
  return `${alpha ? 'yuva' : 'yuv'}${fullChroma ? '444p' : '420p'}`;
}

/**
 * Opens a conversion of colour matrix or range that uses WebAssembly kernels. It takes 3.6 ms at 1080p; the codec
 * library's scaler goes through RGB and takes 30 ms. Returns null for wide colour and for frames without chroma. Not
 * for frames with alpha: their colours outside the RGB range must be clipped before blending.
 */
function openRecoding(frame: Frame, geometry: DisplayGeometry): FrameConverter | null {
  if (isRecoded(frame) || !isYuv(frame.format) || wideColour(frame)) return null;
  const { frameWidth: width, frameHeight: height } = geometry;
  const isPlanar = frame.format === AV_PIX_FMT_YUV420P || frame.format === AV_PIX_FMT_YUVJ420P;
  if (isPlanar && isUpright(frame, geometry))
    return createRecodeConverter(width, height, frame.format, codingOf(frame));
  const shaper = convertingByFilters(shapingSteps(frame, geometry));
  const recoder = createRecodeConverter(width, height, AV_PIX_FMT_YUV420P, codingOf(frame));
  return {
    convert: (given) => recoder.convert(shaper.convert(given)),
    close() {
      shaper.close();
      recoder.close();
    },
  };
}

/**
 * Opens a conversion of wide colour and high dynamic range that uses WebAssembly kernels. Returns null for frames that
 * need scaling and for pixel formats that the kernels do not support.
 */
function openWideConversion(frame: Frame, geometry: DisplayGeometry): FrameConverter | null {
  const wide = wideColour(frame);
  const { frameWidth: width, frameHeight: height, turn } = geometry;
  const isTurned = turn.some((filter) => filter.startsWith('transpose'));
  const [turnedWidth, turnedHeight] = isTurned ? [frame.height, frame.width] : [frame.width, frame.height];
  if (!wide || turnedWidth !== width || turnedHeight !== height) return null;
  const converter = createWideColourConverter(width, height, frame.format, {
    wide,
    ...codingOf(frame),
  });
  if (!converter || turn.length === 0) return converter;
  const format: FilterStep = ['format', `pix_fmts=${pixelFormatName(frame.format)}`];
  const turner = convertingByFilters([bufferOf(frame), ...turnSteps(geometry), format, ['buffersink', '']]);
  return {
    convert: (given) => converter.convert(turner.convert(given)),
    close() {
      turner.close();
      converter.close();
    },
  };
}

const exactly = 'flags=bicubic+accurate_rnd+full_chroma_int+bitexact';

function conversionSteps(frame: Frame, geometry: DisplayGeometry, wanted: WantedFrame): FilterStep[] {
  const { matrix, range } = codingOf(frame);
  const size = `w=${geometry.frameWidth}:h=${geometry.frameHeight}`;
  const wide = wideColour(frame);
  const planar = planarFormat(wanted);
  const format = wanted.alpha && !isPlanarWithAlpha(frame) ? 'rgba' : planar;
  const made = format === 'rgba' ? 'out_range=full' : 'out_color_matrix=bt709:out_range=limited';
  const isMatched = wide !== null || (format === 'rgba' && !isYuv(frame.format));
  const colours = isMatched ? '' : `:in_color_matrix=${matrix}:in_range=${range}:${made}`;
  return [
    bufferOf(frame),
    ...turnSteps(geometry),
    ...(wide ? toneMapping(wide, matrix, range, planar) : []),
    ['scale', `${size}:${exactly}${colours}`],
    ['format', `pix_fmts=${format}`],
    ['buffersink', ''],
  ];
}

/**
 * Whether a frame with alpha stays planar. Otherwise it becomes RGBA: if its conversion goes through RGB (as for
 * another colour matrix), converting back to chroma would cost a third more and blur the chroma.
 */
function isPlanarWithAlpha(frame: Frame): boolean {
  return isYuv(frame.format) && (isRecoded(frame) || wideColour(frame) !== null);
}

/**
 * Returns the filters that convert a frame to upright planar 4:2:0 of 8 bits in the requested size. They keep its
 * matrix and range.
 */
function shapingSteps(frame: Frame, geometry: DisplayGeometry): FilterStep[] {
  const { range } = codingOf(frame);
  return [
    bufferOf(frame),
    ...turnSteps(geometry),
    ['scale', `w=${geometry.frameWidth}:h=${geometry.frameHeight}:${exactly}:in_range=${range}:out_range=${range}`],
    ['format', 'pix_fmts=yuv420p'],
    ['buffersink', ''],
  ];
}

function bufferOf({ width, height, format, colorSpace, colorRange }: Frame): FilterStep {
  const image = `width=${width}:height=${height}:pix_fmt=${format}:time_base=1/1:pixel_aspect=1/1`;
  return ['buffer', `${image}:colorspace=${colorSpace}:range=${colorRange}`];
}

function turnSteps({ turn }: DisplayGeometry): FilterStep[] {
  return turn.map((filter) => {
    const [name = '', args = ''] = filter.split('=');
    return [name, args];
  });
}
