import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const sources = readdirSync(import.meta.dirname).map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const defined = sources.flatMap((source) =>
    [...source.matchAll(/^export const \w+: BenchScene = \{[^}]*?\bname: '(.+)'/gm)].map(([, name]) => name),
  );
  expect(defined.sort()).toEqual(scenes.map(({ name }) => name).sort());
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
