import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGpuBackend } from '../../src/gpu/gpu-backend.ts';
import { createGpuDevice, type GpuDevice, uploadImage } from '../../src/gpu/gpu-device.ts';
import { openDevice } from '../../src/gpu/open-device.ts';
import type { Backend } from '../../src/graph/backend.ts';
import type { Layer, Texture } from '../../src/graph/drawable.ts';
import { layerGeometry } from '../../src/graph/layer-geometry.ts';
import { compose, identity, type Matrix, rotation, scaling, translation } from '../../src/graph/matrix.ts';
import { noRadius } from '../../src/graph/placement.ts';
import { createFrame, framePlanes } from '../../src/media/frame.ts';
import { softwareDevice, withoutDevice } from './software-device.ts';

const output = { width: 96, height: 54 };
const black = { r: 0, g: 0, b: 0 };

describe.skipIf(withoutDevice)('the backend of graphics cards', () => {
  let gpu: GpuDevice;
  beforeAll(async () => {
    gpu = await softwareDevice();
  });

  function still(backend: Backend, name: string, colour: readonly [number, number, number], side = 40): Texture {
    const data = Uint8Array.from({ length: side * side * 4 }, (_, at) => (at % 4 === 3 ? 255 : (colour[at % 4] ?? 0)));
    return backend.still({ data, width: side, height: side, hasAlpha: false }, name);
  }

  async function drawn(backend: Backend, items: readonly Layer[], background = black): Promise<number[][]> {
    backend.draw(background, items, output);
    return planesOf(await backend.take());
  }

  test('shows the background where nothing lies, in BT.709 limited', async () => {
    const backend = createGpuBackend(gpu);
    const [luma = [], u = [], v = []] = await drawn(backend, [], { r: 255, g: 255, b: 255 });
    expect([new Set(luma), new Set(u), new Set(v)]).toEqual([new Set([235]), new Set([128]), new Set([128])]);
    backend.close();
  });

  test('places a picture with its crop, corners and opacity over what lies below', async () => {
    const backend = createGpuBackend(gpu);
    const white = still(backend, 'white', [255, 255, 255]);
    const turned = compose(translation(30, 10), compose(rotation(20), scaling(0.8, 0.8)));
    const [luma = []] = await drawn(backend, [{ ...layerOf(white, turned), opacity: 0.5 }]);
    const inside = luma[(10 + 16) * output.width + 36] ?? 0;
    expect(inside).toBeGreaterThanOrEqual(125);
    expect(inside).toBeLessThanOrEqual(126);
    expect(luma[0]).toBe(16);
    backend.close();
  });

  test('hands on a decoded frame of the output as it is', async () => {
    const backend = createGpuBackend(gpu);
    const video = backend.video({ ...output, hasAlpha: false, fullChroma: false });
    const frame = createFrame(output.width, output.height);
    for (const [index, plane] of framePlanes(frame).data.entries()) plane.fill(60 + index);
    video.show(frame, 'first');
    backend.draw(black, [layerOf(video, identity)], output);
    const taken = await backend.take();
    expect(planesOf(taken).map((plane) => new Set(plane))).toEqual([new Set([60]), new Set([61]), new Set([62])]);
    backend.close();
    frame.free();
  });

  test('draws a video frame under a layer as the planes say', async () => {
    const backend = createGpuBackend(gpu);
    const video = backend.video({ ...output, hasAlpha: false, fullChroma: false });
    const frame = createFrame(output.width, output.height);
    for (const [index, plane] of framePlanes(frame).data.entries()) plane.fill([120, 90, 160][index] ?? 0);
    video.show(frame, 'first');
    const mark = layerOf(still(backend, 'mark', [0, 0, 0], 8), translation(2, 2));
    const planes = await drawn(backend, [layerOf(video, identity), mark]);
    expect(planes.map((plane) => plane.at(-1))).toEqual([120, 90, 160]);
    expect(planes[0]?.[3 * output.width + 4]).toBe(16);
    backend.close();
    frame.free();
  });

  test('runs ahead of who takes the frames by its latency, in order, and no farther', async () => {
    const backend = createGpuBackend(gpu);
    const levels = [0, 60, 120, 180];
    for (const level of levels.slice(0, backend.latency + 1))
      backend.draw({ r: level, g: level, b: level }, [], output);
    expect(() => backend.draw(black, [], output)).toThrow('at most 3 may wait');
    const seen: (number | undefined)[] = [];
    for (let at = 0; at <= backend.latency; at++) seen.push(planesOf(await backend.take())[0]?.[0]);
    expect(seen).toEqual(levels.slice(0, 3).map((level) => Math.round(16 + (219 * level) / 255)));
    await expect(backend.take()).rejects.toThrow('before draw()');
    backend.close();
  });

  test('draws the same bytes again after other frames, and returns an unchanged frame without drawing', async () => {
    const backend = createGpuBackend(gpu);
    const red = still(backend, 'red', [200, 30, 40]);
    const green = still(backend, 'green', [20, 180, 60]);
    const one = [
      layerOf(red, compose(translation(11, 7), rotation(13))),
      { ...layerOf(green, translation(30.5, 9.25)), opacity: 0.75 },
    ];
    const first = hashOf(await drawn(backend, one));
    await drawn(backend, [layerOf(green, scaling(2, 2))]);
    expect(hashOf(await drawn(backend, one))).toBe(first);
    const before = gpu.queue.dispatches;
    expect(hashOf(await drawn(backend, one))).toBe(first);
    expect(gpu.queue.dispatches).toBe(before);
    backend.close();
  });

  test('keeps no more textures after a hundred frames than after ten', async () => {
    const backend = createGpuBackend(gpu);
    const red = still(backend, 'red', [200, 30, 40]);
    const bytes: number[] = [];
    for (let frame = 0; frame < 100; frame++) {
      await drawn(backend, [layerOf(red, compose(translation(frame / 3, 4), rotation(frame)))]);
      bytes.push(gpu.pool.bytes + gpu.kept.bytes);
    }
    expect(bytes[99]).toBeLessThanOrEqual(bytes[10] ?? 0);
    red.close();
    backend.close();
  });

  test('tells of a lost device as an interruption, for whoever draws and whoever waits', async () => {
    const { device } = await openDevice();
    const own = createGpuDevice(device, { keptBytes: 1024 * 1024 });
    const backend = createGpuBackend(own);
    backend.draw(black, [], output);
    device.destroy();
    await expect(backend.take()).rejects.toMatchObject({ code: 'unavailable', details: { deviceLost: true } });
    await device.lost;
    expect(() => backend.draw({ r: 9, g: 9, b: 9 }, [], output)).toThrow('The GPU was lost');
    backend.close();
  });
});

describe.skipIf(withoutDevice)('the memory of a device', () => {
  /** Memory in bytes for the buffers that measure the duration of GPU passes, added to the tested limit. */
  const ownBytes = 1024;
  async function bounded(megabytes: number): Promise<GpuDevice> {
    const { device } = await openDevice();
    return createGpuDevice(device, { keptBytes: 1024 * 1024, memoryBytes: megabytes * 1024 * 1024 + ownBytes });
  }
  const large = (gpu: GpuDevice) => {
    return uploadImage(gpu, new Uint8Array(512 * 1024), [512, 256], 'rgba8unorm');
  };

  test('is made free of what nothing needs, and only of that', async () => {
    const gpu = await bounded(2);
    const timed = gpu.memory.usedBytes;
    expect(timed).toBeLessThanOrEqual(ownBytes);
    gpu.kept.keep('unused', () => large(gpu));
    gpu.kept.endFrame();
    const [idle, inUse] = [gpu.pool.take(256, 256), gpu.pool.take(256, 256)];
    gpu.pool.giveBack(idle);
    const kept = gpu.kept.keep('used', () => large(gpu));
    const full = 2 * 1024 * 1024;
    const usedBytes = () => gpu.memory.usedBytes - timed;
    expect(usedBytes()).toBe(full);
    // The idle texture goes first, then the table that was not used.
    gpu.pool.take(128, 512);
    expect([usedBytes(), gpu.kept.bytes]).toEqual([full, full / 2]);
    gpu.pool.take(512, 128);
    expect([usedBytes(), gpu.kept.bytes]).toEqual([full, full / 4]);
    expect(gpu.kept.keep('used', () => large(gpu))).toBe(kept);
    expect(gpu.lost()).toBeNull();
    gpu.pool.giveBack(inUse);
    gpu.close();
    expect(gpu.memory.usedBytes).toBe(0);
  });

  test('that is too small for a frame ends the work with what to do, and the device with it', async () => {
    const gpu = await bounded(1);
    const backend = createGpuBackend(gpu);
    const draw = () => backend.draw({ r: 9, g: 9, b: 9 }, [], { width: 640, height: 360 });
    const full = { code: 'unavailable', details: { deviceFull: true }, message: /GPU_MEMORY_MB allows 2 MB\./ };
    expect(draw).toThrow(expect.objectContaining({ ...full, message: expect.stringMatching(full.message) }));
    expect(draw).toThrow(/not have enough memory for a frame/);
    backend.close();
    gpu.close();
  });
});

function layerOf(source: Texture, matrix: Matrix): Layer {
  const crop = { left: 0, top: 0, right: source.width, bottom: source.height };
  const geometry = layerGeometry({ matrix, crop, radius: noRadius }, output);
  if (!geometry) throw new Error('The layer is outside of the output.');
  return { kind: 'layer', slot: `${source.version} ${matrix.tx}`, source, geometry, opacity: 1, hasEdges: true };
}

function planesOf(frame: Parameters<typeof framePlanes>[0]): number[][] {
  const { data, stride } = framePlanes(frame);
  return data.slice(0, 3).map((plane, index) => {
    const [width, height] = index === 0 ? [output.width, output.height] : [output.width / 2, output.height / 2];
    const rows = Array.from({ length: height }, (_, y) => [
      ...plane.subarray(y * (stride[index] ?? 0)).subarray(0, width),
    ]);
    return rows.flat();
  });
}

function hashOf(planes: readonly number[][]): string {
  const hash = createHash('sha256');
  for (const plane of planes) hash.update(Uint8Array.from(plane));
  return hash.digest('hex');
}
