import { readdirSync } from 'node:fs';
import { parseDocument, totalFrames } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { scenes } from './index.ts';

const media = {
  videos: { a: '/m/a.mp4', b: '/m/b.mp4', c: '/m/c.mp4', d: '/m/d.mp4' },
  stills: [0, 1, 2, 3, 4].map((i) => `/m/still${i}.jpg`),
  logo: '/m/logo.png',
  captions: [0, 1, 2].map((i) => `/m/caption${i}.png`),
};

test('every scene file is listed', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => !/^(index|picture-size|scene)\.ts$|\.test\.ts$/.test(file),
  );
  expect(files.sort()).toEqual(scenes.map((scene) => `${scene.name.toLowerCase()}.ts`).sort());
});

for (const scene of scenes) {
  test(`${scene.name} is a valid document of the right length and its clips stay where they were put`, () => {
    for (const seconds of [2, 10, 60]) {
      const document = scene.document(seconds, media);
      expect(parseDocument(document)).toEqual(document);
      expect(totalFrames(document)).toBe(seconds * 30);
      expect(document.tracks.length).toBeLessThanOrEqual(12);
    }
  });
}
