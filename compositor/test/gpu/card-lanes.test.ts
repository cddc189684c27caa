import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createSegmentsHandler } from '../../src/child/handlers/segments.ts';
import type { ChildResults } from '../../src/child/tasks.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { lanesFor } from '../../src/plan/segment-costs.ts';
import { makeClip, makeDocument, makeFolder, makeVideo, profileOf, rings } from '../scenes.ts';
import { softwareDevice, withoutDevice } from './software-device.ts';

const [width, height, frames] = [128, 72, 10];

test('three segments are in flight on a card, two of 4K, and never more than there are', () => {
  const lanes = (width: number, height: number, segments: number) => lanesFor({ width, height }, segments);
  expect([lanes(1920, 1080, 8), lanes(3840, 2160, 8), lanes(1920, 1080, 2), lanes(1920, 1080, 0)]).toEqual([
    3, 2, 2, 1,
  ]);
});

describe.skipIf(withoutDevice)('ranges on the graphics card', () => {
  const folder = makeFolder();
  const media: MediaFiles = {
    film: makeVideo(join(folder, 'film.mp4'), width, height, frames, rings(width, height)),
  };
  afterEach(() => {
    delete process.env.GPU_MEMORY_MB;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const seconds = frames / 30;
  const document = makeDocument(width, height, [
    makeClip({
      ...{ type: 'video', src: 'film', duration: seconds, mediaDuration: seconds },
      effects: [{ id: 'blur', type: 'blur', enabled: true, params: { radius: 3 } }],
    }),
  ]);
  const all = [0, 1, 2, 3, 4];

  /** Renders segments of two frames with one handler. `sizes` are the numbers of segments in each call. */
  async function render(
    sizes: readonly number[],
  ): Promise<{ hashes: string[]; last: ChildResults['segments'] | null }> {
    await softwareDevice();
    const handler = createSegmentsHandler();
    const hashes: string[] = [];
    let last: ChildResults['segments'] | null = null;
    let first = 0;
    for (const size of sizes) {
      const segments = all.slice(first, first + size).map((index) => ({
        ...{ index, startFrame: 2 * index, endFrame: 2 * index + 2 },
        outPath: join(folder, `segment-${index}.mp4`),
      }));
      const done: number[] = [];
      const task = {
        type: 'segments',
        document,
        profile: profileOf(document),
        media,
        segments,
        drawnBy: 'gpu',
      } as const;
      last = await handler.run(
        task,
        (count) => done.push(count),
        () => undefined,
      );
      expect(last.segments.map(({ index }) => index)).toEqual(segments.map(({ index }) => index));
      expect(done).toEqual([...done].sort((a, b) => a - b));
      expect(done.at(-1)).toBe(2 * size);
      hashes.push(...last.segments.map(({ sha256 }) => sha256));
      first += size;
    }
    return { hashes, last };
  }

  let whole: ReturnType<typeof render> | null = null;
  const renderWhole = () => {
    whole ??= render([5]);
    return whole;
  };

  test('have the same bytes in 1, 2 and 5 ranges, with several segments in flight', async () => {
    const whole = await renderWhole();
    expect(new Set(whole.hashes).size).toBe(5);
    expect((await render([3, 2])).hashes).toEqual(whole.hashes);
    expect((await render([1, 1, 1, 1, 1])).hashes).toEqual(whole.hashes);
    const { card, spentMs } = whole.last ?? {};
    expect(card?.computedMs).toBeGreaterThan(0);
    expect(card?.usedBytes).toBeGreaterThan(0);
    for (const stage of ['decode', 'upload', 'composite', 'readBack', 'encode'] as const) {
      expect(spentMs?.[stage]).toBeGreaterThan(0);
    }
  });

  test('are drawn one segment at a time where the card has no room for several', async () => {
    const alone = await render([1]);
    const whole = await renderWhole();
    const [one = 0, several = 0] = [alone.last?.card?.usedBytes, whole.last?.card?.usedBytes];
    expect(several).toBeGreaterThan(1.5 * one);
    process.env.GPU_MEMORY_MB = `${(one + several) / 2 / 1024 / 1024}`;
    const bounded = await render([5]);
    expect(bounded.hashes).toEqual(whole.hashes);
    expect(bounded.last?.card?.usedBytes).toBeLessThanOrEqual((one + several) / 2);
  });
});
