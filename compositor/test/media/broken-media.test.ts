import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo, readNumber } from '@framemill/testing/numbered-video';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { createRenderer } from '../../src/render/renderer.ts';
import { profileOf } from '../scenes.ts';
import { documentOf } from './judge.ts';

if (ffmpegMissing) console.warn(`broken-media: skipped, ${ffmpegMissing}`);

const FRAMES = 100;
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '20', '-bf', '2'];

interface Kind {
  name: string;
  args: readonly string[];
  /** false for formats in which every frame depends on all earlier ones: no frame after the damage can be correct. */
  resumes?: false;
  /**
   * false for formats in which damage is not reported and frames are merely missing. Either the demuxer silently skips
   * to its next whole block, or the data has no checksum.
   */
  detects?: false;
}

const kinds: Kind[] = [
  { name: 'h264.mp4', args: [...h264, '-movflags', '+faststart'] },
  { name: 'h264.mkv', args: h264, detects: false },
  { name: 'h264.ts', args: h264, detects: false },
  { name: 'hevc.mp4', args: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:keyint=20'] },
  { name: 'vp9.webm', args: ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-g', '20'], detects: false },
  { name: 'av1.mp4', args: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-g', '20'] },
  { name: 'prores.mov', args: ['-c:v', 'prores_ks', '-profile:v', '1'] },
  { name: 'motion-jpeg.avi', args: ['-c:v', 'mjpeg', '-q:v', '3'] },
  { name: 'animated.gif', args: [], resumes: false, detects: false },
  { name: 'animated.png', args: ['-c:v', 'apng', '-f', 'apng'], resumes: false, detects: false },
];

describe.skipIf(ffmpegMissing)('broken media', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-broken-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const make = (name: string, args: readonly string[]) => {
    const path = join(folder, name);
    makeNumberedVideo(path, { frames: FRAMES, rate: '25', args: ['-vf', 'noise=alls=12:allf=t:all_seed=1', ...args] });
    return path;
  };

  /**
   * Overwrites the 48th to 52nd packet of a file including their headers, because damage inside the data of some codecs
   * cannot be detected.
   */
  function corrupt(path: string, to: string): void {
    const bytes = readFileSync(path);
    const list = ffprobe(['-select_streams', 'v', '-show_entries', 'packet=pos,size', '-of', 'json', path]);
    const packets: { pos: string; size: string }[] = JSON.parse(list).packets;
    let state = 11;
    const random = () => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return state / 2147483648;
    };
    for (const { pos, size } of packets.slice(48, 53)) {
      const [from, length] = [Number(pos), Number(size)];
      for (let i = 0; i < length; i++) bytes[from + i] = Math.floor(random() * 256);
    }
    writeFileSync(to, bytes);
  }

  /** Renders a file from the first to the last frame, with the facts of the undamaged file `intact`. */
  async function renderAll(path: string, intact: string) {
    const { document, media } = await documentOf(intact, { width: 128, height: 64 });
    const profile = profileOf(document, { rate: { num: 25, den: 1 } });
    const facts = media.source?.facts;
    if (!facts) throw new Error(`${intact} was not probed.`);
    const renderer = await createRenderer({ document, profile, media: { source: { path, facts } } });
    try {
      const outPath = join(folder, 'out.mp4');
      const { frames } = await renderer.renderSegment(0, FRAMES, outPath);
      return { frames, warnings: renderer.warnings(), outPath };
    } finally {
      renderer.close();
    }
  }

  it.each(kinds)(
    '$name with corrupt packets in the middle is rendered whole, the last good picture held',
    async (kind) => {
      const intact = make(kind.name, kind.args);
      const broken = join(folder, `corrupt-packets-${kind.name}`);
      corrupt(intact, broken);
      const { frames, warnings, outPath } = await renderAll(broken, intact);
      expect(frames).toBe(FRAMES);
      const video = openVideoSource(outPath);
      const shown = Array.from({ length: FRAMES }, (_, k) => readNumber(video.frameAt(k / 25 + 0.001)));
      video.close();
      // Intact before the damage, and after it where pictures have key frames of their own to start from again.
      expect(shown.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, k) => k));
      const after = shown.slice(85).map((number, k) => number === 85 + k);
      if (kind.resumes !== false) expect(after).toEqual(after.map(() => true));
      expect(warnings.filter((sentence) => !/^Clip \S+ \("source"\): .*last good frame/.test(sentence))).toEqual([]);
      if (kind.detects !== false) expect(warnings).toHaveLength(1);
    },
  );

  it('an intact file gives no warning', async () => {
    const path = make('intact.mp4', h264);
    expect((await renderAll(path, path)).warnings).toEqual([]);
  });

  it.each([
    ['zero-byte', (_: Buffer) => Buffer.alloc(0), /empty \(0 bytes\)/],
    ['truncated-moov', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2000), /moov/],
    ['only-a-head', (bytes: Buffer) => bytes.subarray(0, 40), /no video|cannot be read|neither/],
    ['words', (_: Buffer) => Buffer.from('these are only words'), /which Framemill does not read/],
    ['playlist', (_: Buffer) => Buffer.from('#EXTM3U\n#EXTINF:1,\n/etc/passwd\n'), /text/],
    ['zeroed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 64), Buffer.alloc(bytes.length - 64)]), /./],
  ])('a file that became %s ends the render with an error that names the clip', async (name, spoil, reason) => {
    const intact = make('whole.mp4', h264);
    const path = join(folder, `${name}.mp4`);
    writeFileSync(path, spoil(readFileSync(intact)));
    await expect(renderAll(path, intact)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(new RegExp(`^Clip \\S+ \\("source"\\): .*${reason.source}`)),
      details: { src: 'source' },
    });
  });

  it('a film under the name of another kind is what its bytes say', async () => {
    const intact = make('really.webm', ['-c:v', 'libvpx-vp9', '-cpu-used', '8']);
    const path = join(folder, 'wrong-extension.mp4');
    copyFileSync(intact, path);
    expect((await renderAll(path, path)).frames).toBe(FRAMES);
  });
});
