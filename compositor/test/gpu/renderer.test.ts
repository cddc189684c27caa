import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@framemill/testing/images';
import type { Clip } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGpuBackend } from '../../src/gpu/gpu-backend.ts';
import { createGpuDevice, type GpuDevice } from '../../src/gpu/gpu-device.ts';
import { openDevice } from '../../src/gpu/open-device.ts';
import type { Backend } from '../../src/graph/backend.ts';
import { createRenderer, type MediaFiles } from '../../src/render/renderer.ts';
import { psnr } from '../images.ts';
import { makeClip, makeDocument, makeFolder, makeVideo, profileOf, rings } from '../scenes.ts';
import { softwareDevice, withoutDevice } from './software-device.ts';

const width = 128;
const height = 72;
const frames = 10;

describe.skipIf(withoutDevice)('a film on the graphics card', () => {
  const folder = makeFolder();
  const media: MediaFiles = {};
  let gpu: GpuDevice;

  beforeAll(async () => {
    media.film = makeVideo(join(folder, 'film.mp4'), width, height, frames, rings(width, height));
    gpu = await softwareDevice();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const effect = (type: 'blur' | 'grain' | 'wave', params: Record<string, number>) => ({
    id: type,
    type,
    enabled: true,
    params,
  });
  const seconds = frames / 30;
  const film = (fields: Partial<Clip> = {}) =>
    makeClip({ type: 'video', src: 'film', duration: seconds, mediaDuration: seconds, ...fields });
  const document = makeDocument(width, height, [
    film({ effects: [effect('blur', { radius: 3 }), effect('grain', { amount: 0.4 })] }),
    makeClip({
      ...{ type: 'shape', trackIndex: 1, duration: seconds, blendMode: 'screen', opacity: 0.8 },
      shape: { kind: 'star', fill: '#ff8800', width: 60, height: 60 },
      effects: [effect('wave', { amplitude: 3, wavelength: 20 })],
      kfRotation: [
        { time: 0, value: 0 },
        { time: seconds, value: 120 },
      ],
    }),
  ]);

  async function render(backend: Backend, ranges: readonly (readonly [number, number])[]): Promise<string[]> {
    const renderer = await createRenderer({ document, profile: profileOf(document), media }, { backend });
    const hashes: string[] = [];
    for (const [start, end] of ranges) {
      hashes.push((await renderer.renderSegment(start, end, join(folder, `${start}.mp4`))).sha256);
    }
    renderer.close();
    return hashes;
  }

  test('has the same bytes for one renderer, for several, and for ranges in another order', {}, async () => {
    const ranges = [0, 2, 4].map((start) => [start, start + 2] as const);
    const backend = createGpuBackend(gpu);
    const first = await render(backend, ranges);
    const apart: string[] = [];
    for (const range of ranges) {
      const own = createGpuBackend(gpu);
      apart.push(...(await render(own, [range])));
      own.close();
    }
    expect(apart).toEqual(first);
    expect((await render(backend, ranges.toReversed())).toReversed()).toEqual(first);
    expect(await render(backend, [ranges[2] ?? [4, 6], ranges[0] ?? [0, 2]])).toEqual([first[2], first[0]]);
    backend.close();
  });

  test('looks as on the processor, frame by frame', async () => {
    const backend = createGpuBackend(gpu);
    for (const atSec of [0, 0.15, 0.3]) {
      const [own, card] = await Promise.all([imageAt(atSec, undefined), imageAt(atSec, backend)]);
      expect(psnr(own, card)).toBeGreaterThanOrEqual(40);
    }
    backend.close();
  });

  test('keeps as much memory of the device after many segments as after a few', async () => {
    const backend = createGpuBackend(gpu);
    const bytes: number[] = [];
    for (let round = 0; round < 6; round++) {
      await render(backend, [
        [0, 2],
        [2, 4],
      ]);
      bytes.push(gpu.pool.bytes + gpu.kept.bytes);
    }
    expect(bytes[5]).toBeLessThanOrEqual(bytes[1] ?? 0);
    backend.close();
  });

  test('is interrupted by the loss of the device, leaves no file, and is whole with another device', {}, async () => {
    const { device } = await openDevice();
    const backend = createGpuBackend(createGpuDevice(device, { keptBytes: 1024 * 1024 }));
    const renderer = await createRenderer({ document, profile: profileOf(document), media }, { backend });
    const path = join(folder, 'lost.mp4');
    const rendering = renderer.renderSegment(0, frames, path, (done) => {
      if (done === 6) device.destroy();
    });
    await expect(rendering).rejects.toMatchObject({ code: 'unavailable', details: { deviceLost: true } });
    expect(existsSync(path)).toBe(false);
    renderer.close();
    const again = createGpuBackend(gpu);
    expect(await render(again, [[0, frames]])).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    again.close();
  });

  async function imageAt(atSec: number, backend: Backend | undefined): Promise<Uint8Array> {
    const renderer = await createRenderer({ document, profile: profileOf(document), media }, { backend });
    const { data } = await renderer.renderFrame(atSec, { type: 'png', scale: 1 });
    renderer.close();
    return (await decode(data)).data;
  }
});
