import {
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV420P12LE,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUV422P12LE,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { putLanes } from '../../../kernels/heap.ts';
import { type ColourCoding, lumaSharesOf } from '../../colour-coding.ts';
import type { WideColour } from '../../colour-tags.ts';
import { convertingByKernel, type FrameConverter } from './kernel-converter.ts';
import { codeOf, lightOf, toneGain } from './light-curves.ts';

const layouts: ReadonlyMap<number, { depth: number; tall: boolean }> = new Map([
  [AV_PIX_FMT_YUV420P10LE, { depth: 10, tall: false }],
  [AV_PIX_FMT_YUV420P12LE, { depth: 12, tall: false }],
  [AV_PIX_FMT_YUV422P10LE, { depth: 10, tall: true }],
  [AV_PIX_FMT_YUV422P12LE, { depth: 12, tall: true }],
]);

/**
 * Creates a converter from upright frames of this size, pixel format and colour to planar 4:2:0, 8 bits, BT.709 limited
 * range. WebAssembly kernels run the same steps as `toneMapping`, in 9 ms at 1080p. Returns null for formats other than
 * planar 4:2:0 and 4:2:2 with 10 or 12 bits.
 */
export function createWideColourConverter(
  width: number,
  height: number,
  format: Frame['format'],
  colour: ColourCoding & { readonly wide: WideColour },
): FrameConverter | null {
  const layout = layouts.get(format);
  if (!layout) return null;
  const { depth, tall } = layout;
  return convertingByKernel({
    width,
    height,
    format,
    prepare(run, heap, target, source) {
      const table = putLanes(heap, wideColourTable(colour.wide));
      const weights = putLanes(heap, wideColourWeights({ ...colour, depth }, TABLE_SIZE - 1));
      const scratch = heap.allocate(run.wideScratchSize(width));
      const look = [tall ? 1 : 0, 2 ** depth - 1, weights, table, TABLE_SIZE, scratch] as const;
      return () => run.wideToPlanar(...target, ...source, width, height, ...look);
    },
  });
}

/** Number of points along each of the three axes of the colour table. */
export const TABLE_SIZE = 49;

/**
 * Computes the lookup table of the kernel `wideToPlanar`, in 20 ms. It maps coded red, green and blue of a wide-colour
 * frame to BT.709 levels of luma, blue difference and red difference. Each entry has four 16-bit values in units of
 * 1/64 level; red varies fastest. Padding at the end allows the kernel to read the neighbours of the last entry.
 */
export function wideColourTable({ curve, primaries }: WideColour): Int16Array {
  const size = TABLE_SIZE;
  const light = Float64Array.from({ length: size }, (_, i) => lightOf(curve, i / (size - 1)));
  const [rr = 0, rg = 0, rb = 0, gr = 0, gg = 0, gb = 0, br = 0, bg = 0, bb = 0] = toBt709[primaries];
  const table = new Int16Array((size ** 3 + size ** 2 + size + 1) * 4);
  let entry = 0;
  for (const blue of light) {
    for (const green of light) {
      for (const red of light) {
        const shownRed = rr * red + rg * green + rb * blue;
        const shownGreen = gr * red + gg * green + gb * blue;
        const shownBlue = br * red + bg * green + bb * blue;
        const gain = curve === 'sdr' ? 1 : toneGain(Math.max(0, shownRed, shownGreen, shownBlue));
        const r = codeOf(shownRed * gain);
        const g = codeOf(shownGreen * gain);
        const b = codeOf(shownBlue * gain);
        const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        table[entry] = in64ths(16 + 219 * luma);
        table[entry + 1] = in64ths(128 + (224 * (b - luma)) / 1.8556);
        table[entry + 2] = in64ths(128 + (224 * (r - luma)) / 1.5748);
        entry += 4;
      }
    }
  }
  return table;
}

function in64ths(level: number): number {
  return Math.round(64 * Math.min(255, Math.max(0, level)));
}

/**
 * Row-major 3x3 matrices from linear light in the primaries of H.273, table 2, to linear light in BT.709. The white
 * point of DCI-P3 is converted by Bradford adaptation.
 */
export const toBt709: Readonly<Record<WideColour['primaries'], readonly number[]>> = {
  bt2020: [1.660491, -0.5876411, -0.0728499, -0.1245505, 1.1328999, -0.0083494, -0.0181508, -0.1005789, 1.1187297],
  smpte431: [1.1575164, -0.1549624, -0.002554, -0.0415001, 1.0455679, -0.0040679, -0.01805, -0.0785783, 1.0966283],
  smpte432: [1.2249402, -0.2249402, 0, -0.042057, 1.042057, 0, -0.0196376, -0.078636, 1.0982736],
};

/** Colour matrix, range and bit depth of the samples of a frame. */
export interface SampleCoding extends ColourCoding {
  /** Bits per sample, 8-12. */
  readonly depth: number;
}

/**
 * Computes the weights of the kernel `wideToPlanar` for a table with `cells` intervals along each axis. The kernel's
 * source documents their layout.
 */
function wideColourWeights({ matrix, range, depth }: SampleCoding, cells: number): Int32Array {
  const unit = 2 ** (depth - 8);
  const highest = 2 ** depth - 1;
  const [black, white, swing] = range === 'full' ? [0, highest, highest] : [16 * unit, 235 * unit, 224 * unit];
  const { red, green, blue } = lumaSharesOf(matrix);
  const perLuma = (cells * 256) / (white - black);
  const perChroma = (cells * 256) / swing / 8;
  const [redV, blueU] = [2 * (1 - red) * perChroma, 2 * (1 - blue) * perChroma];
  // As many fractional bits as fit into 16 with the largest weight, which is that of luma.
  const shift = Math.floor(Math.log2(32767 / perLuma));
  const fixed = (weight: number) => Math.round(weight * 2 ** shift);
  const pair = (ofLuma: number, ofChroma: number) => (fixed(ofLuma) & 0xffff) | (fixed(ofChroma) << 16);
  return Int32Array.of(
    2 ** (shift - 1) - Math.round(black * perLuma * 2 ** shift),
    shift,
    8 * 128 * unit,
    pair(perLuma, redV),
    pair(perLuma, (-blueU * blue) / green),
    pair(0, (-redV * red) / green),
    pair(perLuma, blueU),
  );
}
