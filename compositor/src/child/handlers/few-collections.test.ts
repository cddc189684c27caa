import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const exec = promisify(execFile);

test('pictures of 4K that come and go hardly start the collector of whole heaps', async () => {
  const usual = await collectionsAt(1920 * 1080);
  expect(usual).toBeGreaterThan(5);
  expect(await collectionsAt(3840 * 2160)).toBeLessThan(usual / 2);
}, 30_000);

/** How often a process whose heap is as large as that of a render marks all of it while it replaces five pictures of 4K again and again. */
async function collectionsAt(pixels: number): Promise<number> {
  const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    import { createFrame } from ${here('../../media/frame.ts')};
    import { withFewCollections } from ${here('./few-collections.ts')};
    const heap = Array.from({ length: 100_000 }, (_, index) => ({ index }));
    await withFewCollections(${pixels}, async () => {
      for (let round = 0; round < 200; round++) {
        const frames = [0, 1, 2, 3, 4].map(() => createFrame(3840, 2160));
        heap[round] = Array.from({ length: 3000 }, (_, index) => ({ index })).at(-1);
        await new Promise((resolve) => setTimeout(resolve, 2));
        for (const frame of frames) frame.free();
      }
    });`;
  const { stdout } = await exec(process.execPath, ['--trace-gc', '--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
  });
  return stdout.split('Mark-Compact').length - 1;
}
