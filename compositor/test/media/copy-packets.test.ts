import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { sampled } from '@framemill/testing/sampled';
import type { PacketFacts } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { copyPackets } from '../../src/media/copy/copy-packets.ts';
import { makeFolder } from '../scenes.ts';
import { setDisplayMatrix } from './display-matrix.ts';

if (ffmpegMissing) console.warn(`copy-packets: skipped, ${ffmpegMissing}`);

const tags = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ');
const x264 = (options = '') => `-c:v libx264 -preset veryfast -pix_fmt yuv420p ${options}`.trim().split(/\s+/);
const images = (rate: string, seconds = 2, size = '320x180') => [
  ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`],
];
const tone = (seconds = 2, layout = 'stereo') => [
  ...['-f', 'lavfi', '-i', `sine=440:r=48000:d=${seconds},aformat=channel_layouts=${layout}`, '-c:a', 'aac'],
];

describe.skipIf(ffmpegMissing)('copied packets', () => {
  let folder = '';
  beforeAll(() => {
    folder = makeFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const make = (name: string, ...args: string[]) => {
    const path = join(folder, name);
    ffmpeg([...args, path]);
    return path;
  };
  const packetsOf = async (path: string): Promise<PacketFacts> => {
    const { packets } = await probeMedia(path);
    if (!packets) throw new Error(`${path} cannot be copied.`);
    return packets;
  };
  const copy = async (source: string, options: { sound?: string | null; name?: string } = {}) => {
    const outPath = join(folder, options.name ?? 'copy.mp4');
    const packets = await packetsOf(source);
    return { outPath, packets, result: await copyPackets({ source, packets, sound: options.sound ?? null, outPath }) };
  };
  /** Returns the hash of each decoded frame or block of audio, without its time. */
  const hashes = (path: string, stream: 'v' | 'a', ...args: string[]) =>
    ffmpeg(['-i', path, '-map', `0:${stream}`, ...args, '-f', stream === 'v' ? 'framehash' : 'hash', '-'])
      .toString()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split(',').at(-1)?.trim());
  const times = (path: string) =>
    ffprobe(['-select_streams', 'v', '-show_entries', 'frame=best_effort_timestamp_time', '-of', 'csv=p=0', path])
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Number(line.replace(',', '')));
  const onGrid = (frames: number, num: number, den: number) =>
    Array.from({ length: frames }, (_, frame) => Number(((frame * den) / num).toFixed(6)));

  const rates: [string, string, string, { num: number; den: number }, number][] = [
    ['at 30 frames a second with B-frames', '30', '-bf 3 -g 20', { num: 30, den: 1 }, 60],
    ['at 29.97 frames a second', '30000/1001', '-bf 2', { num: 30_000, den: 1001 }, 60],
    [
      'at 23.976 on a clock of 1/90000 s that rounds',
      '24000/1001',
      '-video_track_timescale 90000',
      { num: 24_000, den: 1001 },
      48,
    ],
    ['without reordering', '25', '-bf 0', { num: 25, den: 1 }, 50],
    ['with open groups of pictures', '30', '-bf 3 -g 15 -x264-params open-gop=1', { num: 30, den: 1 }, 60],
  ];
  for (const { cases, tags: more } of sampled(rates, 2))
    it.each(cases)(
      '%s show the very pictures of the source, each in its place',
      { tags: more },
      async (name, rate, options, exact, frames) => {
        const source = make(`${name.replaceAll(/\W/g, '')}.mp4`, ...images(rate), ...x264(options), ...tags);
        const { outPath, packets, result } = await copy(source);
        expect(packets).toMatchObject({ rate: exact, frames });
        expect(hashes(outPath, 'v')).toEqual(hashes(source, 'v'));
        const shown = times(outPath);
        expect(shown).toHaveLength(frames);
        for (const [i, time] of onGrid(frames, exact.num, exact.den).entries()) expect(shown[i]).toBeCloseTo(time, 4);
        expect(result).toMatchObject({ sizeBytes: readFileSync(outPath).length });
        expect(result.durationSec).toBeCloseTo((frames * exact.den) / exact.num, 9);
        // No hint of the source's own clock, and no gap that a player could see.
        expect(ffprobe(['-show_entries', 'stream=start_time,nb_frames', '-of', 'csv=p=0', outPath]).trim()).toBe(
          `0.000000,${frames}`,
        );
      },
    );

  it('carry untouched sound along, sample for sample', async () => {
    const source = make('tone.mp4', ...images('30'), ...tone(), ...x264('-bf 2'), ...tags);
    const { outPath, packets } = await copy(source, { sound: source });
    expect(packets.soundFits).toBe(true);
    expect(hashes(outPath, 'v')).toEqual(hashes(source, 'v'));
    expect(hashes(outPath, 'a', '-t', '2')).toEqual(hashes(source, 'a', '-t', '2'));
    const streams = ffprobe(['-show_entries', 'stream=codec_name,start_time', '-of', 'csv=p=0', outPath]);
    expect(streams.trim().split('\n')).toEqual(['h264,0.000000', 'aac,0.000000']);
  });

  it('are the same bytes each time, begin with the index and tell nothing else of the source', async () => {
    const source = make(
      'dated.mov',
      ...images('30'),
      ...x264(),
      ...tags,
      '-metadata',
      'title=secret',
      '-metadata',
      'date=2001',
    );
    const one = await copy(source, { name: 'one.mp4' });
    const two = await copy(source, { name: 'two.mp4' });
    expect(two.result).toEqual(one.result);
    const bytes = readFileSync(one.outPath);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
    expect(bytes.includes('secret')).toBe(false);
    expect(ffprobe(['-show_entries', 'format_tags', '-of', 'csv=p=0', one.outPath])).not.toContain('2001');
  });

  it('of an untagged HD source are tagged as what they were taken for', async () => {
    const source = make('untagged.mp4', ...images('30', 1, '1280x720'), ...x264());
    const { outPath } = await copy(source);
    const entries = 'stream=color_space,color_primaries,color_transfer,color_range,sample_aspect_ratio';
    expect(ffprobe(['-show_entries', entries, '-of', 'csv=p=0', outPath]).trim()).toBe('1:1,tv,bt709,bt709,bt709');
  });

  it.each<[string, string, string[]]>([
    ['10-bit pictures', 'mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p10le', ...tags]],
    ['4:4:4', 'mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv444p', ...tags]],
    ['full range', 'mp4', [...x264(), '-vf', 'scale=out_range=full', ...tags.slice(0, -1), 'pc']],
    ['SD without tags', 'mp4', x264()],
    ['BT.601', 'mp4', [...x264(), '-colorspace', 'smpte170m']],
    ['pixels that are not square', 'mp4', [...x264(), ...tags, '-vf', 'setsar=4/3']],
    ['interlaced pictures', 'mp4', [...x264('-flags +ilme+ildct'), ...tags, '-vf', 'interlace']],
    ['another codec', 'mp4', ['-c:v', 'libx265', '-pix_fmt', 'yuv420p', '-x265-params', 'log-level=error', ...tags]],
    ['another container', 'mkv', [...x264(), ...tags]],
    ['a transport stream', 'ts', [...x264(), ...tags]],
    ['a variable frame rate', 'mp4', [...x264(), ...tags, '-vf', "select='not(eq(n,7))'", '-fps_mode', 'vfr']],
  ])('are not offered for %s', async (name, ending, args) => {
    const path = make(`${name.replaceAll(/\W/g, '')}.${ending}`, ...images('30', 1), ...args);
    expect((await probeMedia(path)).packets).toBeUndefined();
  });

  it('are not offered for a turned picture', async () => {
    const upright = make('upright.mp4', ...images('30', 1), ...x264(), ...tags);
    const path = join(folder, 'turned.mp4');
    setDisplayMatrix(upright, path, 90);
    expect(await probeMedia(path)).toMatchObject({ width: 180, height: 320 });
    expect((await probeMedia(path)).packets).toBeUndefined();
  });

  it('are not offered where an edit list hides pictures: the cut begins between two key frames', async () => {
    const source = make('long.mp4', ...images('30'), ...x264('-g 60 -bf 2'), ...tags);
    const cut = make('cut.mp4', '-ss', '0.5', '-i', source, '-c', 'copy');
    expect((await probeMedia(cut)).packets).toBeUndefined();
  });

  it.each<[string, string[]]>([
    ['six channels', tone(2, '5.1')],
    ['another codec', ['-f', 'lavfi', '-i', 'sine=440:d=2', '-c:a', 'libmp3lame']],
    ['less sound than picture', tone(1)],
    ['sound that starts later', ['-itsoffset', '0.4', ...tone(1.6)]],
  ])('come without their sound when that is %s', async (name, audio) => {
    const path = make(`${name.replaceAll(/\W/g, '')}-sound.mp4`, ...images('30'), ...audio, ...x264(), ...tags);
    expect((await packetsOf(path)).soundFits).toBe(false);
  });

  it('are refused, without leaving a file, when the source is another one than was probed', async () => {
    const source = make('short.mp4', ...images('30', 1), ...x264(), ...tags);
    const packets = await packetsOf(source);
    const outPath = join(folder, 'refused.mp4');
    const other = { ...packets, frames: packets.frames + 1 };
    await expect(copyPackets({ source, packets: other, sound: null, outPath })).rejects.toThrow(
      /not the file that was probed: it has 30 frames, expected 31/,
    );
    expect(() => readFileSync(outPath)).toThrow(/ENOENT/);
    const fewer = { ...packets, frames: 10 };
    await expect(copyPackets({ source, packets: fewer, sound: null, outPath })).rejects.toThrow(/not the file/);
  });

  it('of a file that is cut off are not offered', async () => {
    const source = make('whole.mp4', ...images('30', 2), ...x264(), ...tags, '-movflags', '+faststart');
    const path = join(folder, 'half.mp4');
    const bytes = readFileSync(source);
    writeFileSync(path, bytes.subarray(0, bytes.length / 2));
    await expect(probeMedia(path)).rejects.toThrow(/cut off/);
  });
});
