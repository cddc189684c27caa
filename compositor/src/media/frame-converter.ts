import { FramemillError } from '@framemill/timeline';
import { Filter, type FilterContext, FilterGraph, Frame } from 'node-av';
import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
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
import { check } from './av-error.ts';
import type { DisplayGeometry } from './display-geometry.ts';

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
  let graph: ConversionGraph | null = null;
  const output = new Frame();
  output.alloc();
  return {
    convert(frame) {
      if (isWanted(frame, geometry)) return frame;
      const key = graphKey(frame);
      if (graph?.key !== key) {
        graph?.free();
        graph = buildGraph(frame, geometry, key);
      }
      output.unref();
      check(graph.source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'converting a picture');
      check(graph.sink.buffersinkGetFrameSync(output), 'converting a picture');
      return output;
    },
    close() {
      graph?.free();
      graph = null;
      output.free();
    },
  };
}

interface ConversionGraph {
  key: string;
  source: FilterContext;
  sink: FilterContext;
  free(): void;
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

function graphKey(frame: Frame): string {
  return [frame.width, frame.height, frame.format, frame.colorRange, frame.colorSpace].join(' ');
}

function buildGraph(frame: Frame, geometry: DisplayGeometry, key: string): ConversionGraph {
  const graph = new FilterGraph();
  graph.alloc();
  graph.nbThreads = 1;
  const range = frame.colorRange === AVCOL_RANGE_JPEG ? 'full' : 'limited';
  const steps: [name: string, args: string][] = [
    [
      'buffer',
      `width=${frame.width}:height=${frame.height}:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
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
  ];
  let first: FilterContext | null = null;
  let last: FilterContext | null = null;
  for (const [name, args] of steps) {
    const filter = Filter.getByName(name);
    const context = filter ? graph.createFilter(filter, name, args === '' ? null : args) : null;
    if (!context) {
      graph.free();
      throw new FramemillError('internal_error', `The codec library cannot make the filter ${name}(${args}).`);
    }
    if (last) check(last.link(0, context, 0), `linking the filter ${name}`);
    first ??= context;
    last = context;
  }
  check(graph.configSync(), 'preparing the conversion of pictures');
  if (!first || !last) throw new FramemillError('internal_error', 'The conversion of pictures has no filters.');
  return { key, source: first, sink: last, free: () => graph.free() };
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
