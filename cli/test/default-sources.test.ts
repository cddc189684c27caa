import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRenderChild } from '@framemill/compositor/child';
import { starterImage } from '@framemill/compositor/starters';
import { createDocument } from '@framemill/timeline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadFilm } from '../src/preview/load-film.ts';
import { checkFile } from '../src/project/check-project.ts';
import { readProject } from '../src/project/read-project.ts';

let folder = '';
const child = startRenderChild();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-defaults-'));
  for (const name of ['upright.webp', 'footage.mp4']) copyFileSync(starterImage(name), join(folder, name));
});
afterAll(async () => {
  child.kill();
  await child.exited;
  rmSync(folder, { recursive: true, force: true });
});

function written(...clips: object[]): string {
  const path = join(folder, 'film.json');
  writeFileSync(path, JSON.stringify({ ...createDocument({ width: 1280, height: 720, fps: 30 }), clips }));
  return path;
}

it('a preview in another aspect ratio lays a variable out by the size of its default', async () => {
  const laidOut = async (src: string) => {
    const image = { id: 'photo', type: 'image', src, start: 0, duration: 2, x: -300, scale: 0.5, trackIndex: 0 };
    const text = {
      id: 'title',
      type: 'text',
      start: 0,
      duration: 2,
      trackIndex: 2,
      x: 300,
      textStyle: { content: 'A' },
    };
    const options = { projectPath: written(image, text), variables: null, aspect: '9:16' } as const;
    const { html, errors } = await loadFilm({ ...options, media: [], mediaMap: null }, { child, scratch: folder });
    expect(errors).toEqual([]);
    return html?.replaceAll('{{photo|upright.webp}}', 'upright.webp');
  };
  const html = await laidOut('upright.webp');
  expect(html).toContain('src="/media/0"');
  expect(await laidOut('{{photo|upright.webp}}')).toBe(html);
});

it('a check judges the film at the length that it is rendered with', async () => {
  const film = {
    id: 'film',
    type: 'video',
    src: 'footage.mp4',
    start: 0,
    duration: 0.02,
    durationFrom: 'media',
    trackIndex: 0,
  };
  const shape = { kind: 'rectangle', width: 1280, height: 720, fill: '#ffffff' };
  const end = { id: 'end', type: 'shape', shape, start: 0.02, duration: 1, trackIndex: 1 };
  const file = await readProject(written(film, end));
  const finder = {
    mediaRoot: file.mediaRoot,
    files: new Map<string, string>(),
    probe: (path: string) => child.run({ type: 'probe', path, reading: 'ends' }),
  };
  const { findings } = await checkFile(file, finder, { child, scratch: folder });
  // By the length that is written the clip would be shorter than a frame.
  expect(findings).toEqual([]);
});
