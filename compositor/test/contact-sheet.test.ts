import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RenderChild, startRenderChild } from '../src/child/index.ts';
import { sheetLayout, sheetScale } from '../src/plan/contact-sheet.ts';
import { psnr } from './images.ts';
import { makeClip, makeDocument, makeFolder, makeVideo, rings } from './scenes.ts';

const times = [0, 0.5, 1, 1.5, 2.5];
const folder = makeFolder();
const film = makeVideo(join(folder, 'film.mp4'), 320, 180, 45, rings(320, 180));
const document = makeDocument(1280, 720, [
  makeClip({ type: 'video', src: 'film', duration: 1.5, scale: 4 }),
  makeClip({
    type: 'shape',
    shape: { kind: 'circle', fill: '#ff8800', width: 500, height: 500 },
    start: 1,
    duration: 2,
    trackIndex: 1,
  }),
]);
const scale = sheetScale(times.length, document.settings);

let child: RenderChild;
beforeAll(() => {
  child = startRenderChild();
});
afterAll(() => child.kill());

async function frame(atSec: number | number[], image: 'jpeg' | 'png') {
  const outPath = join(folder, `${Array.isArray(atSec) ? 'sheet' : atSec}.${image}`);
  const facts = await child.run({
    ...{ type: 'frame', document, media: { film }, atSec, image, scale, outPath },
  });
  return { ...facts, outPath };
}

const pixels = async (path: string, area?: { left: number; top: number; width: number; height: number }) => {
  const rendered = sharp(path).removeAlpha();
  return new Uint8Array(await (area ? rendered.extract(area) : rendered).raw().toBuffer());
};

it('shows the frames of its times at their places, and each time below', async () => {
  const sheet = await frame(times, 'jpeg');
  const singles = [];
  for (const time of times) singles.push(await frame(time, 'png'));
  const { width = 0, height = 0 } = singles[0] ?? {};
  const { cells, label, ...size } = sheetLayout(times.length, { width, height });
  expect(sheet).toMatchObject({ ...size, timeSec: 0 });
  expect(await sharp(sheet.outPath).metadata()).toMatchObject({ ...size, format: 'jpeg' });
  const labels = new Set<string>();
  for (const [index, cell] of cells.entries()) {
    const { x: left, y: top } = cell;
    const shown = await pixels(sheet.outPath, { left, top, width, height });
    for (const [other, { outPath }] of singles.entries()) {
      const likeness = psnr(shown, await pixels(outPath));
      // At 1.5 s the film has ended; no two of the others are alike.
      if (other === index) expect(likeness, `picture ${index}`).toBeGreaterThan(32);
      else if (Math.min(other, index) < 3) expect(likeness, `picture ${index} as ${other}`).toBeLessThan(25);
    }
    const strip = await pixels(sheet.outPath, { left, top: top + height, width, height: label });
    // Light letters on a dark ground, and different ones for each time.
    expect(Math.max(...strip)).toBeGreaterThan(200);
    labels.add(Buffer.from(strip).toString('base64'));
  }
  expect(labels.size).toBe(times.length);
});
