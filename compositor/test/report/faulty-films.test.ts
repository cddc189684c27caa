import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenLimits, strictLimits } from '../../src/plan/report-schema.ts';
import { measureQuality } from '../../src/report/quality-report.ts';

if (ffmpegMissing) console.warn(`faulty-films: skipped, ${ffmpegMissing}`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-report-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const moving = (sec: number) => `testsrc2=s=320x180:r=25:d=${sec}`;
const plain = (colour: string, sec: number) => `color=${colour}:s=320x180:r=25:d=${sec}`;
/** Audio source of ffmpeg: 997 Hz at -20 dBFS in both channels, which is -20 LUFS. */
const tone = (sec: number) => `aevalsrc='0.1*sin(2*PI*997*t)|0.1*sin(2*PI*997*t)':s=48000:d=${sec}`;
const quiet = (sec: number) => `anullsrc=r=48000:cl=stereo:d=${sec}`;

/** Writes a video from images in sequence and audio sources in sequence. */
function make(
  name: string,
  images: readonly string[],
  sounds: readonly string[],
  args: readonly string[] = [],
): string {
  const path = join(folder, name);
  const inputs = [...images, ...sounds].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const joined = (from: number, count: number, kind: 'v' | 'a') =>
    Array.from({ length: count }, (_, index) => `[${from + index}:${kind}]`).join('') +
    `concat=n=${count}:v=${kind === 'v' ? 1 : 0}:a=${kind === 'a' ? 1 : 0}[${kind}]`;
  const graph = [
    joined(0, images.length, 'v'),
    ...(sounds.length > 0 ? [joined(images.length, sounds.length, 'a')] : []),
  ];
  const maps = ['-map', '[v]', ...(sounds.length > 0 ? ['-map', '[a]'] : [])];
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-pix_fmt', 'yuv420p', '-g', '50'];
  ffmpeg([...inputs, '-filter_complex', graph.join(';'), ...maps, ...coding, '-c:a', 'aac', ...args, path]);
  return path;
}

const measure = (path: string) => measureQuality({ path, film: null, limits: null });
const ranges = ({ findings }: Awaited<ReturnType<typeof measure>>) =>
  findings.map(({ kind, startSec, endSec }) => [kind, startSec, endSec]);

describe.skipIf(ffmpegMissing)('the report of a file', () => {
  it('finds nothing in a film that is as it should be, and says how loud it is', async () => {
    const report = await measure(make('clean.mp4', [moving(4)], [tone(4)]));
    expect(report).toMatchObject({
      findings: [],
      leftOut: 0,
      video: { codec: 'h264', width: 320, height: 180, frames: 100 },
    });
    expect(report.audio?.codec).toBe('aac');
    expect(report.audio?.integratedLufs).toBeCloseTo(-20, 0);
    // The encoder overshoots where the tone begins.
    expect(report.audio?.truePeakDb).toBeGreaterThan(-20.2);
    expect(report.audio?.truePeakDb).toBeLessThan(-18);
    expect(Math.abs(report.audio?.offsetSec ?? 1)).toBeLessThan(0.03);
    expect(report.durationSec).toBeCloseTo(4, 1);
    expect(report.bitrateKbps).toBeCloseTo((report.sizeBytes * 8) / 1000 / (report.durationSec ?? 1), 0);
    expect(brokenLimits(report, strictLimits)).toEqual([]);
  });

  it('finds each fault that was made, where it was made', async () => {
    const path = make(
      'faulty.mp4',
      [
        moving(2),
        plain('black', 0.8),
        moving(2.2),
        'smptebars=s=320x180:r=25:d=3',
        moving(1),
        plain('white', 1),
        moving(2),
      ],
      [tone(3), quiet(4), tone(5)],
    );
    const report = await measure(path);
    const found = ranges(report);
    expect(found.filter(([kind]) => kind === 'black')).toEqual([['black', 2, 2.8]]);
    expect(found.filter(([kind]) => kind === 'frozen')).toEqual([['frozen', expect.closeTo(5.04, 1), 8]]);
    expect(found.filter(([kind]) => kind === 'clipped')).toEqual([['clipped', 9, 10]]);
    expect(found.filter(([kind]) => kind === 'silence')).toEqual([
      ['silence', expect.closeTo(3, 0), expect.closeTo(7, 0)],
    ]);
    expect(brokenLimits(report, { maxBlackSec: 0, maxSilenceSec: 60, maxLufs: -30 })).toEqual([
      'maxBlackSec 0: black for 0.80 s from 2.00 s on',
      expect.stringMatching(/^maxLufs -30: measured -2\d/),
    ]);
  });

  it('takes one black frame between bright ones for a fault, and the black of a fade for none', async () => {
    const flash = await measure(make('flash.mp4', [moving(1), plain('black', 0.04), moving(1)], []));
    expect(ranges(flash)).toEqual([['black', 1, 1.04]]);
    expect(flash.audio).toBeNull();
    const fade = await measure(make('fade.mp4', [`${moving(1)},fade=out:13:12`, `${moving(1)},fade=in:0:13`], []));
    expect(ranges(fade)).toEqual([]);
    // A small title on black, a thousandth of the frame.
    const title = `${plain('black', 1)},drawbox=x=150:y=85:w=12:h=6:color=white:t=fill`;
    expect(ranges(await measure(make('title.mp4', [title], [])))).toEqual([]);
  });

  it('measures how far sound and picture are apart', async () => {
    const [film, late] = [make('apart.mp4', [moving(2)], [tone(2)]), join(folder, 'late.mp4')];
    ffmpeg(['-i', film, '-itsoffset', '0.3', '-i', film, '-map', '0:v', '-map', '1:a', '-c', 'copy', late]);
    const report = await measure(late);
    expect(report.audio?.offsetSec).toBeCloseTo(0.3, 1);
    expect(brokenLimits(report, { maxAvOffsetSec: 0.06 })).toEqual([
      expect.stringMatching(/^maxAvOffsetSec 0.06: measured 0\.\d+ s$/),
    ]);
  });

  it('sees peaks between samples, and a film without any sound in it', async () => {
    const loud = `aevalsrc='sin(2*PI*12000*t+PI/4)|0':s=48000:d=2`;
    const report = await measure(make('loud.mov', [moving(2)], [loud], ['-c:a', 'pcm_s16le']));
    expect(report.audio?.truePeakDb).toBeGreaterThan(-0.3);
    const silent = await measure(make('silent.mp4', [moving(3)], [quiet(3)]));
    expect(silent.audio).toMatchObject({ integratedLufs: null, truePeakDb: null });
    expect(brokenLimits(silent, { minLufs: -30 })).toEqual(['minLufs -30: the audio is silent']);
    expect(ranges(silent)).toEqual([['silence', 0, expect.closeTo(3, 0)]]);
  });
});
