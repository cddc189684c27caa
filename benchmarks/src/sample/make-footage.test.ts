import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { probeMedia } from '@framemill/compositor';
import { afterEach, expect, test } from 'vitest';
import { footageClips } from './clips.ts';
import { makeFootage } from './make-footage.ts';

const folder = mkdtempSync(join(tmpdir(), 'framemill-footage-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('footage is the same file every time, of the right length, and nothing else is left', async () => {
  const clips = footageClips.filter((clip) => clip.name === 'aurora').map((clip) => ({ ...clip, frames: 63 }));
  const seen: number[] = [];
  const options = { outDir: folder, width: 64, height: 36, clips };
  const [file = ''] = await makeFootage({ ...options, onProgress: (done) => seen.push(done) });
  const first = createHash('sha256').update(readFileSync(file)).digest('hex');
  await makeFootage(options);
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(first);
  expect(seen).toEqual(Array.from({ length: 63 }, (_, i) => i + 1));
  expect(readdirSync(folder)).toEqual(['aurora.mp4']);
  expect(await probeMedia(file)).toMatchObject({
    kind: 'video',
    width: 64,
    height: 36,
    durationSec: 2.1,
    hasAudio: false,
  });
});

test('what a run that was killed has left is removed by the next one', async () => {
  mkdirSync(join(folder, 'segments-Ab3xYz'), { recursive: true });
  writeFileSync(join(folder, 'segments-Ab3xYz', 'aurora-0.mp4'), 'half');
  const clips = footageClips.filter((clip) => clip.name === 'aurora').map((clip) => ({ ...clip, frames: 2 }));
  await makeFootage({ outDir: folder, width: 64, height: 36, clips });
  expect(readdirSync(folder)).toEqual(['aurora.mp4']);
});
