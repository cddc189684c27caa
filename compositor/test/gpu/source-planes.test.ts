import {
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_P010LE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV420P12LE,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_PRI_BT709,
  AVCOL_PRI_BT2020,
  AVCOL_PRI_SMPTE432,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGpuBackend } from '../../src/gpu/gpu-backend.ts';
import type { GpuDevice } from '../../src/gpu/gpu-device.ts';
import { layerGeometry } from '../../src/graph/layer-geometry.ts';
import { identity } from '../../src/graph/matrix.ts';
import { noRadius } from '../../src/graph/placement.ts';
import { createFrameConverter } from '../../src/media/decode/colour/frame-converter.ts';
import { createFrame, framePlanes } from '../../src/media/frame.ts';
import { softwareDevice, withoutDevice } from './software-device.ts';

const [width, height] = [128, 72];
const floor = 40;

interface Coding {
  readonly format: Frame['format'];
  readonly depth: 8 | 10 | 12;
  /** Number of bits by which samples are shifted up in their 16-bit words. */
  readonly shift?: number;
  readonly interleaved?: boolean;
  readonly tall?: boolean;
}

const planar8: Coding = { format: AV_PIX_FMT_YUV420P, depth: 8 };
const planar10: Coding = { format: AV_PIX_FMT_YUV420P10LE, depth: 10 };
const nv12: Coding = { format: AV_PIX_FMT_NV12, depth: 8, interleaved: true };
const p010: Coding = { format: AV_PIX_FMT_P010LE, depth: 10, shift: 6, interleaved: true };
const hd = { colorSpace: AVCOL_SPC_BT709, colorPrimaries: AVCOL_PRI_BT709, colorTrc: AVCOL_TRC_BT709 } as const;
const uhd = { colorSpace: AVCOL_SPC_BT2020_NCL, colorPrimaries: AVCOL_PRI_BT2020 } as const;
const pq = { ...uhd, colorTrc: AVCOL_TRC_SMPTE2084 } as const;
const hlg = { ...uhd, colorTrc: AVCOL_TRC_ARIB_STD_B67 } as const;
const limited = { colorRange: AVCOL_RANGE_MPEG } as const;
const full = { colorRange: AVCOL_RANGE_JPEG } as const;

describe.skipIf(withoutDevice)('frames as they were decoded', () => {
  let gpu: GpuDevice;
  beforeAll(async () => {
    gpu = await softwareDevice();
  });

  test.each<[string, Coding, Partial<Frame>]>([
    ['8 bits, BT.709', planar8, { ...hd, ...limited }],
    ['8 bits, BT.601', planar8, { ...hd, colorSpace: AVCOL_SPC_BT470BG, ...limited }],
    ['8 bits, full range', { format: AV_PIX_FMT_YUVJ420P, depth: 8 }, { ...hd, ...full }],
    ['8 bits, BT.2020 in matrix alone', planar8, { ...hd, colorSpace: AVCOL_SPC_BT2020_NCL, ...limited }],
    ['8 bits, 4:2:2', { format: AV_PIX_FMT_YUV422P, depth: 8, tall: true }, { ...hd, ...limited }],
    ['NV12', nv12, { ...hd, ...limited }],
    ['NV12, BT.601, full range', nv12, { ...hd, colorSpace: AVCOL_SPC_BT470BG, ...full }],
    ['10 bits, BT.709', planar10, { ...hd, ...limited }],
    ['10 bits, 4:2:2', { format: AV_PIX_FMT_YUV422P10LE, depth: 10, tall: true }, { ...hd, ...limited }],
    ['P010, BT.709', p010, { ...hd, ...limited }],
    ['10 bits, PQ', planar10, { ...pq, ...limited }],
    ['10 bits, HLG', planar10, { ...hlg, ...limited }],
    ['10 bits, 4:2:2, HLG', { format: AV_PIX_FMT_YUV422P10LE, depth: 10, tall: true }, { ...hlg, ...limited }],
    ['P010, PQ', p010, { ...pq, ...limited }],
    ['12 bits, PQ, full range', { format: AV_PIX_FMT_YUV420P12LE, depth: 12 }, { ...pq, ...full }],
    ['10 bits, BT.2020 of standard range', planar10, { ...uhd, colorTrc: AVCOL_TRC_BT709, ...limited }],
    ['8 bits, Display P3', planar8, { ...hd, colorPrimaries: AVCOL_PRI_SMPTE432, ...limited }],
  ])('%s: as the processor converts them', async (_, coding, tags) => {
    const frame = waves(coding);
    Object.assign(frame, tags);
    const geometry = { frameWidth: width, frameHeight: height, width, height, turn: [] };
    const converter = createFrameConverter(geometry);
    const wanted = planesOf(converter.convert(frame));
    const drawn = await onCard(frame);
    const figures = wanted.map((plane, index) => psnrOf(plane, drawn[index] ?? []));
    for (const figure of figures) expect(figure).toBeGreaterThanOrEqual(floor);
    converter.close();
    frame.free();
  });

  test('only what encoders take is handed on without being drawn', async () => {
    const backend = createGpuBackend(gpu);
    const [plain, other] = [waves(planar8), waves(nv12)];
    for (const frame of [plain, other]) Object.assign(frame, { ...hd, ...limited });
    const video = backend.video({ width, height, hasAlpha: false, fullChroma: false });
    const before = gpu.queue.dispatches;
    video.show(plain, 'plain', true);
    backend.draw({ r: 0, g: 0, b: 0 }, [layerOf(video)], { width, height });
    await backend.take();
    expect(gpu.queue.dispatches).toBe(before);
    video.show(other, 'other', true);
    backend.draw({ r: 0, g: 0, b: 0 }, [layerOf(video)], { width, height });
    await backend.take();
    expect(gpu.queue.dispatches).toBeGreaterThan(before);
    video.close();
    backend.close();
  });

  async function onCard(frame: Frame): Promise<number[][]> {
    const backend = createGpuBackend(gpu);
    expect(backend.takesDecoded?.(frame)).toBe(true);
    const video = backend.video({ width, height, hasAlpha: false, fullChroma: false });
    video.show(frame, 'frame', true);
    // A speck, so that it is drawn and not handed on.
    const speck = backend.still({ data: new Uint8Array(4), width: 1, height: 1, hasAlpha: true }, 'speck');
    backend.draw({ r: 0, g: 0, b: 0 }, [layerOf(video), layerOf(speck)], { width, height });
    const planes = planesOf(await backend.take());
    for (const texture of [video, speck]) texture.close();
    backend.close();
    return planes;
  }
});

function layerOf(source: ReturnType<ReturnType<typeof createGpuBackend>['still']>) {
  const crop = { left: 0, top: 0, right: source.width, bottom: source.height };
  const geometry = layerGeometry({ matrix: identity, crop, radius: noRadius }, { width, height });
  if (!geometry) throw new Error('The layer is outside of the output.');
  return { kind: 'layer', slot: source.version, source, geometry, opacity: 1, hasEdges: false } as const;
}

/** Creates a frame of waves with a little noise, whose chroma stays within the valid range. */
function waves({ format, depth, shift = 0, interleaved = false, tall = false }: Coding): Frame {
  const frame = createFrame(width, height, format);
  const unit = 2 ** (depth - 8);
  const put = (plane: number, stride: number, x: number, y: number, level: number) => {
    const data = frame.data?.[plane];
    const value = Math.round(level * unit) << shift;
    if (depth > 8) data?.writeUInt16LE(value, y * stride + 2 * x);
    else data?.writeUInt8(value, y * stride + x);
  };
  const [lumaStride = 0, chromaStride = 0] = frame.linesize;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const noise = ((x * 7 + y * 13) * 31) % 5;
      put(0, lumaStride, x, y, 60 + (110 * x) / width + 20 * Math.sin(y / 9) + noise);
    }
  }
  for (let y = 0; y < (tall ? height : height / 2); y++) {
    for (let x = 0; x < width / 2; x++) {
      const at = tall ? y / 2 : y;
      const [u, v] = [128 + 18 * Math.sin(x / 7), 128 + 18 * Math.cos(at / 6 + x / 11)];
      put(1, chromaStride, interleaved ? 2 * x : x, y, u);
      if (interleaved) put(1, chromaStride, 2 * x + 1, y, v);
      else put(2, frame.linesize[2] ?? 0, x, y, v);
    }
  }
  return frame;
}

function planesOf(frame: Frame): number[][] {
  const { data, stride } = framePlanes(frame);
  return data.slice(0, 3).map((plane, index) => {
    const [across, down] = index === 0 ? [width, height] : [width / 2, height / 2];
    const row = (y: number) => [...plane.subarray(y * (stride[index] ?? 0)).subarray(0, across)];
    return Array.from({ length: down }, (_, y) => row(y)).flat();
  });
}

function psnrOf(one: readonly number[], other: readonly number[]): number {
  const sum = one.reduce((total, level, index) => total + (level - (other[index] ?? 0)) ** 2, 0);
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * one.length) / sum);
}
