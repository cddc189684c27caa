import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { decode } from '@framemill/testing/images';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { psnr } from '../images.ts';
import { render } from './judge.ts';

if (ffmpegMissing) console.warn(`container-colour: skipped, ${ffmpegMissing}`);

// Without hard edges: programs differ in how they fill in chroma between its samples.
const colours = "format=gbrp,geq=r='X*255/W':g='Y*255/H':b='255-X*255/W'";
const source = ['-f', 'lavfi', '-i', `color=black:s=320x180:r=25:d=0.2,${colours}`];
const coded = (matrix: string) => `scale=out_color_matrix=${matrix}:out_range=tv:flags=accurate_rnd,format=yuv420p`;
const tags = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];
const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '8', '-b:v', '0', '-cpu-used', '8'];
const untagHevc = 'hevc_metadata=matrix_coefficients=2:colour_primaries=2:transfer_characteristics=2';

// Small pictures, which count as BT.601 where nothing says otherwise.
const files = [
  { name: 'vp8-bt709-in-container.webm', args: ['-c:v', 'libvpx', '-b:v', '3M', ...tags], streamSays: 'bt470bg' },
  {
    name: 'vp9-bt709-in-container.webm',
    args: [...vp9, ...tags],
    untag: 'vp9_metadata=color_space=unknown',
    streamSays: 'unknown',
  },
  {
    name: 'vp9-bt601-in-stream-bt709-in-container.webm',
    args: [...vp9, ...tags],
    untag: 'vp9_metadata=color_space=bt601',
    streamSays: 'bt470bg',
  },
  {
    name: 'hevc-bt709-in-container.mp4',
    args: ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-crf', '12', ...tags],
    untag: untagHevc,
    streamSays: 'unknown',
  },
  { name: 'vp9-untagged.webm', args: vp9, matrix: 'bt601', streamSays: 'unknown' },
];

describe.skipIf(ffmpegMissing)('colour tags of containers', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-tags-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(files)('$name', async ({ name, args, untag, matrix = 'bt709', streamSays }) => {
    const path = join(folder, name);
    const first = untag ? join(folder, `tagged-${name}`) : path;
    ffmpeg([...source, '-vf', coded(matrix), ...args, first]);
    if (untag) ffmpeg(['-i', first, '-c', 'copy', '-bsf:v', untag, path]);
    const frame = ['-show_entries', 'frame=color_space', '-read_intervals', '%+#1', '-of', 'csv=p=0'];
    expect(
      ffprobe([...frame, path])
        .trim()
        .replace(',', ''),
      'what the stream itself says',
    ).toBe(streamSays);

    const drawn = join(folder, 'drawn.png');
    const halved = `${coded('bt709')},scale=in_color_matrix=bt709:in_range=tv:flags=accurate_rnd+full_chroma_int,format=rgb24`;
    ffmpeg([...source, '-vf', halved, '-frames:v', '1', drawn]);
    const figure = psnr((await render(path, 0)).data, (await decode(drawn)).data);
    console.info(`${name}: ${figure.toFixed(1)} dB`);
    expect(figure).toBeGreaterThan(36);
  });
});
