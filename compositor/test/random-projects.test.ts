import { rmSync } from 'node:fs';
import { decode } from '@framemill/testing/images';
import { createEvaluator, type Document, totalFrames } from '@framemill/timeline';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRenderer, type MediaFiles } from '../src/render/renderer.ts';
import { project, randomMedia, SEED } from './random-project.ts';
import { fps, makeFolder, profileOf } from './scenes.ts';

/** Number of random projects to test, from FRAMEMILL_PROJECTS. The default takes 4 s. */
const PROJECTS = Number(process.env.FRAMEMILL_PROJECTS ?? 40);
const folder = makeFolder();
let media: MediaFiles;

beforeAll(async () => {
  media = await randomMedia(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function images(document: Document, frames: readonly number[]): Promise<Uint8Array[]> {
  const renderer = await createRenderer({ document, profile: profileOf(document), media });
  try {
    const drawn: Uint8Array[] = [];
    for (const frame of frames) {
      const { data } = await renderer.renderFrame((frame + 0.5) / fps, { type: 'png', scale: 1 });
      drawn.push((await decode(data)).data);
    }
    return drawn;
  } finally {
    renderer.close();
  }
}

test(`${PROJECTS} random projects draw, and each frame is the same whatever was drawn before`, {
  timeout: PROJECTS * 30_000,
}, async () => {
  let layers = 0;
  const property = fc.asyncProperty(project, fc.nat(), async (document, at) => {
    const frame = at % totalFrames(document);
    layers += createEvaluator(document)(frame).layers.length;
    const [alone] = await images(document, [frame]);
    const before = [frame - 2, frame - 1].filter((earlier) => earlier >= 0);
    expect((await images(document, [...before, frame])).at(-1)).toEqual(alone);
  });
  await fc.assert(property, { seed: SEED, numRuns: PROJECTS });
  expect(layers).toBeGreaterThan(PROJECTS);
});
