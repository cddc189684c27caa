import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import type { readNumber } from '@framemill/testing/numbered-video';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { psnr } from '../images.ts';
import { judge, render } from './judge.ts';

const missing = ffmpegMissing ?? (hasZscale() ? null : 'ffmpeg is built without zscale');
if (missing) console.warn(`high-dynamic-range: skipped, ${missing}`);

function hasZscale(): boolean {
  return ffmpeg(['-filters']).includes(' zscale ');
}

interface Kind {
  name: string;
  transfer: 'smpte2084' | 'arib-std-b67' | 'bt709';
  primaries: 'bt2020' | 'smpte432';
  matrix: 'bt2020nc' | 'bt709';
  format?: string;
  codec?: readonly string[];
}

const kinds: Kind[] = [
  { name: 'pq.mp4', transfer: 'smpte2084', primaries: 'bt2020', matrix: 'bt2020nc' },
  { name: 'hlg.mp4', transfer: 'arib-std-b67', primaries: 'bt2020', matrix: 'bt2020nc' },
  { name: 'wide-colour.mp4', transfer: 'bt709', primaries: 'bt2020', matrix: 'bt2020nc' },
  { name: 'display-p3.mp4', transfer: 'bt709', primaries: 'smpte432', matrix: 'bt709', format: 'yuv420p' },
  {
    name: 'pq-vp9.webm',
    transfer: 'smpte2084',
    primaries: 'bt2020',
    matrix: 'bt2020nc',
    codec: ['-c:v', 'libvpx-vp9', '-crf', '10', '-b:v', '0', '-cpu-used', '8'],
  },
  {
    name: 'hlg-prores.mov',
    transfer: 'arib-std-b67',
    primaries: 'bt2020',
    matrix: 'bt2020nc',
    format: 'yuv422p10le',
    codec: ['-c:v', 'prores_ks', '-profile:v', '3'],
  },
];

describe.skipIf(missing)('video beyond BT.709', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-hdr-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /**
   * Writes a video with smooth colours. `lum` is the expression for its luma (10 bits, limited range). The lower half
   * shows the frame number as blocks.
   */
  function make(kind: Kind, lum = '64+X*6'): string {
    const { name, transfer, primaries, matrix, format = 'yuv420p10le', codec } = kind;
    const path = join(folder, name);
    const x265 = `log-level=error:keyint=10:colorprim=${primaries}:transfer=${transfer}:colormatrix=${matrix}`;
    const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-crf', '8', '-x265-params', x265];
    const number = '128+600*mod(floor(N/pow(2,7-floor(X/16))),2)';
    const colours = "cb='512+90*sin(X/17)':cr='512+90*cos(Y/13)'";
    const image = `nullsrc=s=128x64:r=25:d=2,format=yuv420p10le,geq=lum='if(gt(Y,40),${number},${lum})':${colours}`;
    const tags = ['-color_primaries', primaries, '-color_trc', transfer, '-colorspace', matrix, '-color_range', 'tv'];
    const reported = `setparams=color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}:range=tv`;
    ffmpeg([
      '-f',
      'lavfi',
      '-i',
      `${image},format=${format}`,
      '-vf',
      reported,
      '-frames:v',
      '30',
      ...(codec ?? hevc),
      ...tags,
      path,
    ]);
    return path;
  }

  it.each(kinds)('$name is tone-mapped as by ffmpeg', async (kind) => {
    const path = make(kind);
    const video = openVideoSource(path);
    for (const k of [0, 1, 2, 15, 29, 7]) expect(readBlocks(video.frameAt(k / 25 + 0.001))).toBe(k);
    const { format, width, height } = video.frameAt(0);
    expect([format, width, height]).toEqual([0, 128, 64]);
    video.close();
    const primaries = kind.primaries === 'bt2020' ? '2020' : 'smpte432';
    const matrix = kind.matrix === 'bt709' ? '709' : '2020_ncl';
    const tone = kind.transfer === 'bt709' ? [] : ['tonemap=hable:desat=0:peak=10'];
    const graph = [
      `zscale=tin=${kind.transfer}:pin=${primaries}:min=${matrix}:rin=limited:p=${primaries}:t=linear:npl=100`,
      'format=gbrpf32le',
      'zscale=p=bt709',
      ...tone,
      'zscale=t=bt709:m=bt709:r=limited',
      'format=yuv420p',
      'scale=in_color_matrix=bt709:out_range=full:flags=accurate_rnd+full_chroma_int+bicubic',
      'format=rgb24',
    ];
    const judged = await judge(folder, path, 20, graph.join(','));
    const likeness = psnr((await render(path, 20 / 25)).data, judged.data);
    expect(likeness).toBeGreaterThan(36);
  });

  it('follows the curve that it names: greys of known brightness', () => {
    // Code value of a brightness in cd/m2, SMPTE ST 2084.
    const pq = (nits: number) => {
      const p = (nits / 10_000) ** (2610 / 16384);
      return ((3424 / 4096 + (2413 / 128) * p) / (1 + (2392 / 128) * p)) ** (2523 / 32);
    };
    const curve = (x: number) => (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.02 / 0.3;
    const levels = [0, 10, 50, 100, 203, 400, 800, 1000];
    const codes = levels.map((nits) => Math.round(64 + 876 * pq(nits)));
    const steps = codes.map((code, i) => `${code}*between(X,${i * 16},${i * 16 + 15})`).join('+');
    const path = join(folder, 'greys.mkv');
    const tags = ['-color_primaries', 'bt2020', '-color_trc', 'smpte2084', '-colorspace', 'bt2020nc'];
    const image = `nullsrc=s=128x64:r=25:d=1,format=yuv420p10le,geq=lum='${steps}':cb=512:cr=512`;
    ffmpeg(['-f', 'lavfi', '-i', image, '-frames:v', '2', '-c:v', 'ffv1', ...tags, path]);
    const video = openVideoSource(path);
    const frame = video.frameAt(0);
    const shown = levels.map((_, i) => frame.data?.[0]?.[32 * (frame.linesize[0] ?? 0) + i * 16 + 8] ?? 0);
    const expected = levels.map((nits) => 16 + 219 * (curve(nits / 100) / curve(10)) ** (1 / 2.4));
    for (const [i, value] of shown.entries()) expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThanOrEqual(1.5);
    video.close();
  });

  it('gives the same bytes for a time however it was reached', () => {
    const path = make({ name: 'seek.mp4', transfer: 'smpte2084', primaries: 'bt2020', matrix: 'bt2020nc' });
    const bytesAt = (visits: number[]) => {
      const video = openVideoSource(path);
      const bytes = visits.map((k) => Buffer.concat(video.frameAt(k / 25 + 0.001).data ?? []).toString('base64'));
      video.close();
      return bytes.at(-1);
    };
    expect(bytesAt([29, 3, 25]) === bytesAt([25])).toBe(true);
  });
});

function readBlocks(frame: Parameters<typeof readNumber>[0]): number {
  const luma = frame.data?.[0];
  const row = 52 * (frame.linesize[0] ?? 0);
  return Array.from({ length: 8 }, (_, bit) => luma?.[row + bit * 16 + 8] ?? 0).reduce(
    (number, value) => number * 2 + (value > 80 ? 1 : 0),
    0,
  );
}
