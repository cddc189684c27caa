import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { decode } from '@framemill/testing/images';
import type { Clip, MediaFacts } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRenderChild } from '../src/child/index.ts';
import { makePreviewProxy } from '../src/ingest/preview-proxy.ts';
import { probeMedia } from '../src/ingest/probe-media.ts';
import { previewCopies } from '../src/plan/index.ts';
import { createRenderer, type MediaFiles } from '../src/render/renderer.ts';
import { psnr } from './images.ts';
import { makeClip, makeDocument, makeFolder, profileOf } from './scenes.ts';

const folder = makeFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const facts: MediaFacts = {
  kind: 'video',
  sha256: 'a'.repeat(64),
  mimeType: 'video/mp4',
  sizeBytes: 10,
  width: 1920,
  height: 1080,
  durationSec: 2,
  fps: 30,
  hasAudio: true,
};
const source = { facts, proxy: { width: 960, height: 540 } };

function choice(fields: Partial<Clip>, scale: number, sources: Parameters<typeof previewCopies>[1] = { film: source }) {
  const document = makeDocument(1920, 1080, [makeClip({ type: 'video', src: 'film', ...fields })]);
  const { document: shown, originals, proxies } = previewCopies(document, sources, scale);
  return { src: shown.clips[0]?.src, originals, proxies: [...proxies.keys()] };
}
const proxy = { src: 'film (preview copy)', originals: [], proxies: ['film'] };
const original = { src: 'film', originals: ['film'], proxies: [] };

describe('the choice of what a preview reads', () => {
  it.each<[string, Partial<Clip>, number, object]>([
    ['a clip that fills half a picture: the proxy', {}, 0.5, proxy],
    ['a small clip in a full-size picture: the proxy', { scale: 0.4 }, 1, proxy],
    ['a clip that fills a full-size picture: the original', {}, 1, original],
    ['a clip that is zoomed in: the original', { scale: 1.5 }, 0.5, original],
    [
      'a clip that zooms in later',
      {
        kfScale: [
          { time: 0, value: 1 },
          { time: 2, value: 2 },
        ],
      },
      0.5,
      original,
    ],
    ['the sound of a video: nothing', { type: 'audio' }, 0.5, original],
  ])('%s', (_what, fields, scale, expected) => {
    expect(choice(fields, scale)).toEqual(expected);
  });

  it('reads originals where there is no proxy, and no sounds', () => {
    const sources = { film: { facts }, song: { facts: { ...facts, kind: 'audio' as const } } };
    expect(choice({}, 0.5, sources)).toEqual(original);
  });

  it('is made clip by clip', () => {
    const clips = [makeClip({ type: 'video', src: 'film' }), makeClip({ type: 'video', src: 'film', scale: 3 })];
    const { document, originals, proxies } = previewCopies(makeDocument(1920, 1080, clips), { film: source }, 0.5);
    expect(document.clips.map((clip) => clip.src)).toEqual(['film (preview copy)', 'film']);
    expect([originals, [...proxies.keys()]]).toEqual([['film'], ['film']]);
  });
});

if (ffmpegMissing) console.log(`skipped: previews from made proxies (${ffmpegMissing})`);
describe.skipIf(ffmpegMissing !== null)('a preview from a proxy', () => {
  const film = join(folder, 'film.mp4');
  const copy = join(folder, 'copy.mp4');

  beforeAll(async () => {
    const noisy = 'testsrc2=s=1920x1080:r=30:d=1,noise=alls=3:allf=t:all_seed=1';
    const tags =
      '-pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -crf 18 -g 300';
    ffmpeg(['-f', 'lavfi', '-i', noisy, '-c:v', 'libx264', '-preset', 'veryfast', ...tags.split(' '), film]);
    await makePreviewProxy(film, copy);
  });

  it.each<[string, Partial<Clip>]>([
    ['that fills the picture', {}],
    [
      'in its own pixels, cropped, turned and rounded',
      { fit: 'none', scale: 0.6, cropL: 0.2, rotation: 20, cornerRadius: 80, x: 90 },
    ],
    ['fitted to cover', { fit: 'cover', scale: 0.7, y: -60 }],
  ])(
    'of a clip %s looks like the original: at least 38 dB',
    async (_what, fields) => {
      const known = await probeMedia(film);
      const clip = makeClip({ type: 'video', src: 'film', mediaStart: 0.5, ...fields });
      const document = makeDocument(1920, 1080, [clip], '#203040');
      const draw = async (media: MediaFiles) => {
        const renderer = await createRenderer({ document, profile: profileOf(document), media });
        const { data } = await renderer.renderFrame(0.4, { type: 'png', scale: 0.5 });
        renderer.close();
        return (await decode(data)).data;
      };
      const decibel = psnr(
        await draw({ film: { path: film, facts: known } }),
        await draw({ film: { path: copy, facts: known, shownAs: { width: 1920, height: 1080 } } }),
      );
      console.log(`from the proxy: ${decibel.toFixed(1)} dB`);
      expect(decibel).toBeGreaterThanOrEqual(38);
    },
    30_000,
  );

  it('can never become a segment of a render', async () => {
    const document = makeDocument(160, 90, [makeClip({ type: 'video', src: 'film' })]);
    const child = startRenderChild();
    const task = child.run({
      type: 'segments',
      document,
      profile: profileOf(document),
      media: { film: { path: film, facts, shownAs: { width: 1920, height: 1080 } } },
      segments: [{ index: 0, startFrame: 0, endFrame: 30, outPath: join(folder, 'segment.mp4') }],
    });
    await expect(task).rejects.toThrow('The render uses a preview copy of "film"');
    child.kill();
  });
});
