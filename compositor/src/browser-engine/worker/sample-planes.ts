import { FramemillError } from '@framemill/timeline/rendering';
import type { VideoSample } from 'mediabunny';
import { isHighDefinition } from '../../media/colour-coding.ts';
import { type PlanarFrame, planarFrames } from '../planar-frames.ts';
import type { Recoder } from './recode-planes.ts';

/** Colour matrices of decoded frames, by the names that browsers use. */
const matrices: Readonly<Record<string, string>> = { bt709: 'bt709', smpte170m: 'bt601', bt470bg: 'bt601' };

/**
 * Copies a decoded sample to an upright planar frame in BT.709 limited range. Throws `invalid_request` for samples that
 * are not 4:2:0 of 8 bits, and for wide colours.
 */
export async function planesOfSample(sample: VideoSample, recoder: Recoder): Promise<PlanarFrame> {
  const { format, colorSpace, rotation, flip } = sample;
  if (sample.hasAlpha) {
    throw new FramemillError('invalid_request', 'This engine cannot draw videos with transparency yet.', {
      hasAlpha: true,
    });
  }
  if ((format !== 'I420' && format !== 'NV12') || flip) {
    throw new FramemillError(
      'invalid_request',
      `This engine cannot draw ${flip ? 'mirrored videos' : `videos in the format ${format}`}. Use the preview copy.`,
    );
  }
  const { width, height } = sample.visibleRect;
  const matrix = matrices[colorSpace.matrix ?? (isHighDefinition(width, height) ? 'bt709' : 'smpte170m')];
  if (matrix === undefined) {
    throw new FramemillError(
      'invalid_request',
      `This engine cannot draw videos in the colours ${colorSpace.matrix}. Use the preview copy.`,
    );
  }
  const frame = turned(await copied(sample), rotation);
  const range = colorSpace.fullRange ? 'full' : 'limited';
  return matrix === 'bt709' && range === 'limited' ? frame : recoder.convert(frame, { matrix, range });
}

async function copied(sample: VideoSample): Promise<PlanarFrame> {
  const { width, height } = sample.visibleRect;
  const bytes = new Uint8Array(sample.allocationSize());
  const layout = await sample.copyTo(bytes);
  const [luma, first, second] = layout.map(({ offset, stride }, index) => {
    const rows = index === 0 ? height : (height + 1) >> 1;
    return { data: bytes.subarray(offset, offset + stride * rows), stride };
  });
  if (!luma || !first) throw new FramemillError('internal_error', 'A decoded frame has no planes. Reload the page.');
  const chroma = second ? [first, second] : separated(first.data, first.stride, (width + 1) >> 1, (height + 1) >> 1);
  const planes = [luma, ...chroma];
  const [data, stride] = [planes.map((plane) => plane.data), planes.map((plane) => plane.stride)];
  return { width, height, planes: { data, stride } };
}

/** Turns a frame clockwise by a multiple of 90 degrees. */
function turned(frame: PlanarFrame, degrees: number): PlanarFrame {
  if (degrees === 0) return frame;
  const isQuarter = degrees !== 180;
  const { width, height, planes } = frame;
  const size = isQuarter ? { width: height, height: width } : { width, height };
  const made = planarFrames.create(size);
  for (const [index, target] of made.planes.data.entries()) {
    const side = (length: number) => (index === 0 ? length : (length + 1) >> 1);
    const [rows, columns] = [side(size.height), side(size.width)];
    const [source, stride] = [planes.data[index], planes.stride[index] ?? 0];
    const last = (side(height) - 1) * stride + side(width) - 1;
    // First sample of the source, and the steps from it for each column and row of the result.
    const [first, across, down] =
      degrees === 90
        ? [(side(height) - 1) * stride, -stride, 1]
        : degrees === 180
          ? [last, -1, -stride]
          : [side(width) - 1, stride, -1];
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) target[y * columns + x] = source?.[first + x * across + y * down] ?? 0;
    }
  }
  return made.frame;
}

/** Separates the interleaved chroma of NV12. `width` and `height` are those of a chroma plane. */
function separated(pairs: Uint8Array, stride: number, width: number, height: number) {
  const [u, v] = [new Uint8Array(width * height), new Uint8Array(width * height)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      u[y * width + x] = pairs[y * stride + 2 * x] ?? 0;
      v[y * width + x] = pairs[y * stride + 2 * x + 1] ?? 0;
    }
  }
  return [
    { data: u, stride: width },
    { data: v, stride: width },
  ];
}
