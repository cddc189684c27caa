import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { codingOf, wideColour } from '../../colour-tags.ts';
import type { DisplayGeometry } from '../../display-geometry.ts';
import type { FilterStep } from '../../filter-chain.ts';
import { isYuv, pixelFormatName } from '../../pixel-format.ts';
import { convertingByFilters } from './filter-converter.ts';
import type { FrameConverter } from './kernel-converter.ts';
import { createRecodeConverter } from './recode-converter.ts';
import { toneMapping } from './tone-mapping.ts';
import { createWideColourConverter } from './wide-colour-converter.ts';

/** What the pictures have that are made, besides luma and halved chroma. Default: neither. */
export interface WantedFrame {
  readonly alpha?: boolean;
  /** A chroma sample for each pixel. */
  readonly fullChroma?: boolean;
  /** Upright frames that whoever shows them converts: they stay as they were decoded. Default: none. */
  readonly keeps?: ((frame: Frame) => boolean) | undefined;
}

/**
 * Makes every decoded picture an upright 8-bit BT.709 limited one of one size: planar 4:2:0 (4:4:4 with full chroma), with alpha the same and a plane of alpha, or RGBA (full range, alpha
 * not multiplied in) where the coded picture is red, green and blue or has to go by way of them, since chroma at an edge can only be halved with the alpha at hand.
 * `geometry` fixes size and rotation; colour is read from each picture's tags, guessed BT.601 below 720 lines when untagged.
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

/** Whether a picture of luma and chroma is coded as BT.709 limited. */
function isRecoded(frame: Frame): boolean {
  const { matrix, range } = codingOf(frame);
  return matrix === 'bt709' && range === 'limited';
}

function openConversion(frame: Frame, geometry: DisplayGeometry, wanted: WantedFrame): FrameConverter {
  // The kernels know neither alpha nor full chroma.
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
 * The kernels' way for another colour matrix or range, 3.6 ms at 1080p where the library's scaler takes 30 by way of red, green and blue. Null for wide colour
 * and pictures without chroma. Not for pictures with alpha, whose colours beyond red, green and blue must be cut off before they are mixed.
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

/** The kernels' way for wide colour and high dynamic range; null for pictures that are to be scaled and formats they do not take. */
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

/** RGBA also for colours that have to go by way of red, green and blue, as in another matrix: from there once more to chroma costs a third more and blurs it. */
function isPlanarWithAlpha(frame: Frame): boolean {
  return isYuv(frame.format) && (isRecoded(frame) || wideColour(frame) !== null);
}

/** To upright planar 4:2:0 of 8 bits and the right size, coded as before. */
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
