// Prints the time that the browser engine takes for a frame, in a worker of Chromium:
// pnpm --filter @framemill/compositor engine-timing
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Clip, Document } from '@framemill/timeline';
import { galleryMedia } from '../../src/gallery/draw-example.ts';
import { readModule } from '../../src/kernels/load-kernels.ts';
import { engineScript } from '../../src/page/index.ts';
import { makeClip, makeDocument, makeFolder, makeVideo, rings } from '../scenes.ts';
import { openEnginePage } from './engine-page.ts';

const [width, height] = [1920, 1080];
const frames = 40;
const folder = makeFolder();
const media = {
  ...(await galleryMedia()),
  video: makeVideo(join(folder, 'video.mp4'), width, height, 2 * frames, rings(width, height)),
};

const moving = [
  { time: 0, value: 1 },
  { time: 2, value: 1.3 },
];
const still = (fields: Partial<Clip> = {}) => makeClip({ type: 'image', src: 'mountains', fit: 'cover', ...fields });
const caption = (fields: Partial<Clip> = {}) =>
  makeClip({
    type: 'text',
    trackIndex: 2,
    y: 380,
    textStyle: { content: 'Wind and water', fontSize: 72, fontWeight: 700, color: '#ffffff', strokeWidth: 4 },
    ...fields,
  });
const effects = [
  { id: 'a', type: 'glow', enabled: true, params: { radius: 24 } },
  { id: 'b', type: 'vignette', enabled: true, params: {} },
] as const;
const documents: Record<string, Document> = {
  'video, moving logo, caption': makeDocument(width, height, [
    makeClip({ type: 'video', src: 'video' }),
    makeClip({
      type: 'image',
      src: 'upright',
      trackIndex: 1,
      scale: 0.2,
      kfX: [
        { time: 0, value: -600 },
        { time: 2, value: 600 },
      ],
    }),
    caption(),
  ]),
  'still that is enlarged, caption letter by letter': makeDocument(width, height, [
    still({ kfScale: moving }),
    caption({
      textStyle: {
        content: 'Wind and water',
        fontSize: 96,
        color: '#ffffff',
        animation: { in: { name: 'rise', unit: 'character', stagger: 0.05, duration: 0.5 } },
      },
    }),
  ]),
  'still with glow, vignette and grade that change': makeDocument(width, height, [
    still({ kfScale: moving, effects: [...effects], grade: { saturation: 0.3, contrast: 0.2 } }),
  ]),
  'transition zoom-blur': makeDocument(width, height, [
    still({ duration: 1 }),
    makeClip({
      type: 'image',
      src: 'ocean',
      fit: 'cover',
      start: 1,
      duration: 1,
      transition: { type: 'zoom-blur', duration: 1.9 },
    }),
  ]),
};

// As text: the functions of a browser have no types here.
const timed = `async ({ document, media, output, frames }) => {
  const worker = new Worker('/engine-worker.js', { type: 'module' });
  const ask = (message) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === 'address') worker.postMessage({ id: data.id, type: 'address', address: data.path });
      else if (data.type === 'failed') reject(new Error(data.message));
      else if (data.type === 'drawn') resolve(data);
    };
    worker.postMessage(message);
  });
  const start = performance.now();
  const canvas = globalThis.document.createElement('canvas').transferControlToOffscreen();
  worker.postMessage({ type: 'canvas', canvas }, [canvas]);
  worker.postMessage({ type: 'open', document, media });
  const times = [];
  let before = start;
  for (let frame = 0; frame < frames; frame++) {
    await ask({ id: 1, type: 'draw', atSec: frame / 30, output, isFast: false, as: 'canvas' });
    const now = performance.now();
    times.push(now - before);
    before = now;
  }
  worker.terminate();
  const [first, ...others] = times;
  others.sort((a, b) => a - b);
  return { first, best: others[2], median: others[others.length >> 1] };
}`;

const page = await openEnginePage();
try {
  const script = await engineScript();
  console.log(`script ${gzipSync(script).length} bytes gzipped, kernels ${gzipSync(readModule()).length}`);
  for (const [name, document] of Object.entries(documents)) {
    for (const output of [
      { width, height },
      { width: width / 2, height: height / 2 },
    ]) {
      const given = { document, media: page.served(media), output, frames };
      const { first, best, median } = await page.page.evaluate<Record<'first' | 'best' | 'median', number>>(
        `(${timed})(${JSON.stringify(given)})`,
      );
      console.log(
        `${name}, ${output.width}x${output.height}: first ${first.toFixed(0)} ms, others ${median.toFixed(1)} ms (best ${best.toFixed(1)})`,
      );
    }
  }
} finally {
  await page.close();
  rmSync(folder, { recursive: true, force: true });
}
