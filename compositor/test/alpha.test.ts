import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stitch } from '../src/assembly/stitch.ts';
import { calibrationClip, calibrationProject } from '../src/engine/calibration-project.ts';
import type { Format } from '../src/formats/index.ts';
import type { OutputProfile } from '../src/plan/index.ts';
import { createRenderer } from '../src/render/renderer.ts';

if (ffmpegMissing) console.warn(`alpha: skipped, ${ffmpegMissing}`);

const size = { width: 160, height: 90 };
const frames = 5;
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-alpha-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Opaque, half transparent, soft at its edges, and over one another.
function film(background: string) {
  const shape = (id: string, trackIndex: number, fill: string, fields: object) =>
    calibrationClip(id, frames / 25, {
      ...{ type: 'shape', trackIndex, shape: { kind: 'ellipse', fill, width: 70, height: 60 } },
      ...fields,
    });
  return calibrationProject({ ...size, background }, [
    shape('a', 0, '#e9c46a', { x: -35 }),
    shape('b', 1, '#2a9d8f', { x: 10, opacity: 0.5, rotation: 20 }),
    shape('c', 2, '#d62828', {
      x: 40,
      opacity: 0.8,
      kfY: [
        { time: 0, value: -10 },
        { time: frames / 25, value: 10 },
      ],
    }),
  ]);
}

async function rendered(format: Format, background: string): Promise<string> {
  const profile: OutputProfile = { format, quality: 'high', ...size, rate: { num: 25, den: 1 }, watermark: false };
  const renderer = await createRenderer({ document: film(background), profile, media: {} });
  const segment = join(folder, `${format}-${background.slice(1)}.seg`);
  await renderer.renderSegment(0, frames, segment);
  renderer.close();
  const outPath = `${segment}.${{ mp4: 'mp4', gif: 'mp4', 'webm-alpha': 'webm', 'mov-prores': 'mov' }[format as string]}`;
  if (format === 'gif') return segment;
  await stitch({ segments: [segment], segmentFrames: [frames], audio: null, profile, outPath });
  return outPath;
}

/**
 * Decodes all frames of a file with ffmpeg over a background colour and returns their RGB values. If `colour` is null,
 * the alpha is ignored.
 */
function pixels(path: string, decoder: string[], colour: string | null): Buffer {
  const under = ['-f', 'lavfi', '-i', `color=0x${colour ?? '000000'}:s=160x90:r=25:d=${frames / 25},format=gbrp`];
  const over = colour === null ? '[1]null' : '[0][1]overlay=format=gbrp';
  const graph = `${over},scale=in_color_matrix=bt709,format=rgb24`;
  return ffmpeg([
    ...under,
    ...decoder,
    '-i',
    path,
    '-filter_complex',
    graph,
    '-frames:v',
    String(frames),
    '-f',
    'rawvideo',
    '-',
  ]);
}

// Areas agree; at the edges, a good part of so small a film, chroma of half the size is that of one colour instead of
// two.
it.skipIf(ffmpegMissing).each([
  { format: 'webm-alpha', decoder: ['-c:v', 'libvpx-vp9'], least: 28 },
  { format: 'mov-prores', decoder: [], least: 29 },
] as const)('$format laid over a colour is the film on that background', async ({ format, decoder, least }) => {
  const path = await rendered(format, '#123456');
  for (const colour of ['204080', 'f0e0d0']) {
    const wanted = pixels(await rendered('gif', `#${colour}`), [], null);
    const got = pixels(path, [...decoder], colour);
    expect(got.length).toBe(wanted.length);
    const squares = got.reduce((sum, value, place) => sum + (value - (wanted[place] ?? 0)) ** 2, 0);
    expect(10 * Math.log10(255 ** 2 / (squares / got.length))).toBeGreaterThan(least);
  }
});
