import { FramemillError } from '@framemill/timeline/rendering';
import type { VideoSample } from 'mediabunny';
import { isHighDefinition } from '../../media/colour-coding.ts';
import type { PlanarFrame } from '../planar-frames.ts';
import type { Recoder } from './recode-planes.ts';

/** Colour matrices of decoded frames, by the names that browsers use. */
const matrices: Readonly<Record<string, string>> = { bt709: 'bt709', smpte170m: 'bt601', bt470bg: 'bt601' };

/** Planar formats of samples that the engine draws. The last one has a fourth plane with straight alpha. */
const planar: ReadonlySet<string | null> = new Set(['I420', 'NV12', 'I420A']);
/** Formats of samples that the browser has converted to RGB. Firefox does so where it has no GPU. */
const converted: ReadonlySet<string | null> = new Set(['RGBA', 'RGBX', 'BGRA', 'BGRX']);

/**
 * Copies a decoded sample to an upright frame: planar in BT.709 limited range, with a fourth plane if it has alpha, or
 * RGBA in one plane. Throws `invalid_request` for samples that are not 4:2:0 of 8 bits, and for wide colours.
 */
export async function planesOfSample(sample: VideoSample, recoder: Recoder): Promise<PlanarFrame> {
  const { format, colorSpace, rotation, flip } = sample;
  if (converted.has(format) && rotation === 0 && !flip) return rgbaOf(sample);
  if (!planar.has(format) || flip) {
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
  if (matrix === 'bt709' && range === 'limited') return frame;
  const { data, stride } = frame.planes;
  const colour = { data: data.slice(0, 3), stride: stride.slice(0, 3) };
  const { planes } = recoder.convert({ ...frame, planes: colour }, { matrix, range });
  const alpha = { data: data.slice(3), stride: stride.slice(3) };
  return {
    ...frame,
    planes: { data: [...planes.data, ...alpha.data], stride: [...planes.stride, ...alpha.stride] },
  };
}

async function copied(sample: VideoSample): Promise<PlanarFrame> {
  const { width, height } = sample.visibleRect;
  const bytes = new Uint8Array(sample.allocationSize());
  const layout = await sample.copyTo(bytes);
  const [luma, first, second, alpha] = layout.map(({ offset, stride }, index) => {
    const rows = isFull(index) ? height : (height + 1) >> 1;
    return { data: bytes.subarray(offset, offset + stride * rows), stride };
  });
  if (!luma || !first) throw new FramemillError('internal_error', 'A decoded frame has no planes. Reload the page.');
  const chroma = second ? [first, second] : separated(first.data, first.stride, (width + 1) >> 1, (height + 1) >> 1);
  const planes = [luma, ...chroma, ...(alpha ? [alpha] : [])];
  const [data, stride] = [planes.map((plane) => plane.data), planes.map((plane) => plane.stride)];
  return { width, height, planes: { data, stride } };
}

/** Copies a sample that is in RGB. */
async function rgbaOf(sample: VideoSample): Promise<PlanarFrame> {
  const { width, height } = sample.visibleRect;
  const bytes = new Uint8Array(sample.allocationSize());
  const [layout] = await sample.copyTo(bytes);
  if (!layout) throw new FramemillError('internal_error', 'A decoded frame has no pixels. Reload the page.');
  const { offset, stride } = layout;
  const data = bytes.subarray(offset, offset + stride * height);
  const isBlueFirst = sample.format === 'BGRA' || sample.format === 'BGRX';
  for (let at = 0; at < data.length; at += 4) {
    if (isBlueFirst) [data[at], data[at + 2]] = [data[at + 2] ?? 0, data[at] ?? 0];
    if (!sample.hasAlpha) data[at + 3] = 255;
  }
  return { width, height, planes: { data: [data], stride: [stride] } };
}

/** Whether a plane has a sample for each pixel: luma and alpha. */
const isFull = (plane: number) => plane === 0 || plane === 3;

/** Turns a frame clockwise by a multiple of 90 degrees. */
function turned(frame: PlanarFrame, degrees: number): PlanarFrame {
  if (degrees === 0) return frame;
  const isQuarter = degrees !== 180;
  const { width, height, planes } = frame;
  const size = isQuarter ? { width: height, height: width } : { width, height };
  const made = planes.data.map((source, index) => {
    const side = (length: number) => (isFull(index) ? length : (length + 1) >> 1);
    const [rows, columns] = [side(size.height), side(size.width)];
    const stride = planes.stride[index] ?? 0;
    const target = new Uint8Array(rows * columns);
    const last = (side(height) - 1) * stride + side(width) - 1;
    // First sample of the source, and the steps from it for each column and row of the result.
    const [first, across, down] =
      degrees === 90
        ? [(side(height) - 1) * stride, -stride, 1]
        : degrees === 180
          ? [last, -1, -stride]
          : [side(width) - 1, stride, -1];
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) target[y * columns + x] = source[first + x * across + y * down] ?? 0;
    }
    return { target, columns };
  });
  const [data, stride] = [made.map(({ target }) => target), made.map(({ columns }) => columns)];
  return { ...size, planes: { data, stride } };
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
