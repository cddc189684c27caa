import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { numbersOn } from '@framemill/testing/numbered-video';
import { sampled } from '@framemill/testing/sampled';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RenderChildEnded, startRenderChild } from '../../src/child/index.ts';
import { readDecoderConfig } from '../../src/formats/h264/decoder-config.ts';
import type { Quality } from '../../src/formats/index.ts';
import type { MediaFiles } from '../../src/render/renderer.ts';
import { makeFolder } from '../scenes.ts';
import { boxAt, boxesIn } from './boxes.ts';
import {
  copies,
  crossfade,
  frames,
  imageHashes,
  joinFilm,
  makeFilm,
  orders,
  planVideo,
  renderFilm,
  type SmartFilm,
  secondFrom,
} from './smart-film.ts';

if (ffmpegMissing) console.warn(`smart-render: skipped, ${ffmpegMissing}`);

describe.skipIf(ffmpegMissing)('a smart render', () => {
  let folder = '';
  let film: MediaFiles[string];
  let planned: SmartFilm;
  /** Smart render that most tests of this file check. */
  let smart: Awaited<ReturnType<typeof renderFilm>>;
  beforeAll(async () => {
    folder = makeFolder();
    film = await makeFilm(join(folder, 'source.mp4'));
    planned = planVideo(film, 'standard');
    smart = await renderFilm(planned, join(folder, 'smart'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const isCrossfade = (frame: number) => frame >= crossfade.startFrame && frame < crossfade.endFrame;

  const variants: [string, string, string, Quality][] = [
    ['x264 as it comes', '', 'veryfast', 'standard'],
    ['x264 as it comes', '', 'medium', 'high'],
    ['one without reordering', ':bframes=0', 'veryfast', 'standard'],
    ['one of B without a pyramid, in main', ':b-pyramid=none:8x8dct=0', 'veryfast', 'draft'],
    ['one in baseline', '', 'ultrafast', 'draft'],
    ['one whose parameter sets have the number 31', ':sps-id=31', 'veryfast', 'standard'],
  ];
  for (const { cases, tags } of sampled(variants, 3))
    it.each(cases)(
      'of %s (%s, %s, %s) has the very pictures of source and encoder, each in its place',
      { tags },
      async (_, params, preset, quality) => {
        const source = await makeFilm(join(folder, 'variant.mp4'), params, preset);
        const variant = planVideo(source, quality);
        const copied = variant.plan.flatMap(({ startFrame, endFrame, made }) =>
          made && 'src' in made ? [{ startFrame, endFrame, sourceFrame: made.sourceFrame }] : [],
        );
        expect(copied).toEqual(copies);
        const { outPath, paths } = await renderFilm(variant, join(folder, `variant-${preset}-${quality}`));
        const [hashes = [], own = [], ...segments] = imageHashes([outPath, source.path, ...paths]);
        expect(hashes).toHaveLength(frames);
        // Each segment decodes alone to what it is in the film: nothing leaks over a join.
        expect(hashes).toEqual(segments.flat());
        for (const { startFrame, endFrame, sourceFrame } of copies) {
          expect(hashes.slice(startFrame, endFrame)).toEqual(
            own.slice(sourceFrame, sourceFrame + endFrame - startFrame),
          );
        }
        const shown = numbersOn(
          ffmpeg([
            '-i',
            outPath,
            '-vf',
            'crop=320:2:0:90,scale=8:1:flags=area',
            '-f',
            'rawvideo',
            '-pix_fmt',
            'gray',
            '-',
          ]),
        );
        for (const [frame, number] of shown.entries()) {
          if (!isCrossfade(frame))
            expect([frame, number]).toEqual([frame, frame < 120 ? frame : frame - 120 + secondFrom]);
        }
      },
    );

  it('looks as the full render does, in every frame', async () => {
    const full = await renderFilm(planVideo(film, 'standard', false), join(folder, 'as-full'));
    const stats = join(folder, 'psnr.log');
    ffmpeg([
      '-i',
      smart.outPath,
      '-i',
      full.outPath,
      '-lavfi',
      `[0:v][1:v]psnr=stats_file=${stats}`,
      '-f',
      'null',
      '-',
    ]);
    const decibels = [...readFileSync(stats, 'utf8').matchAll(/psnr_avg:(\S+)/g)].map(([, db]) =>
      Number(db === 'inf' ? 100 : db),
    );
    expect(decibels).toHaveLength(frames);
    // Neighbouring pictures differ by 15 dB or less.
    expect(Math.min(...decibels)).toBeGreaterThan(35);
  });

  it('has the same bytes for any number of ranges, and after its process was killed', async () => {
    const { sha256 } = smart;
    for (const ranges of [2, 5]) {
      expect((await renderFilm(planned, join(folder, `ranges-${ranges}`), ranges)).sha256).toBe(sha256);
    }
    const { document, profile, media, plan } = planned;
    const killed = join(folder, 'killed');
    mkdirSync(killed);
    const segments = orders(plan, killed);
    const first = startRenderChild();
    const task = { type: 'segments', document, profile, media, segments } as const;
    const run = first.run(task, { onProgress: (done) => done > 40 && first.kill() });
    await expect(run).rejects.toThrow(RenderChildEnded);
    const left = segments.filter(({ outPath }) => !existsSync(outPath));
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(segments.length);
    const second = startRenderChild();
    await second.run({ ...task, segments: left });
    second.kill();
    expect((await joinFilm(profile, plan, killed)).sha256).toBe(sha256);
  });

  it('is an MP4 with one sample entry of two parameter sets, a key frame at each join, and no gap', () => {
    const { outPath } = smart;
    const file = readFileSync(outPath);
    const table = boxAt(file, 'moov/trak/mdia/minf/stbl');
    const entries = boxAt(table, 'stsd');
    expect(entries.readUInt32BE(4)).toBe(1);
    const [entry] = boxesIn(entries.subarray(8), 'avc1');
    const config = readDecoderConfig(boxAt(entry?.subarray(78) ?? Buffer.alloc(0), 'avcC'));
    expect(config).toMatchObject({ profile: 100, lengthBytes: 4 });
    expect(config?.sequenceSets).toHaveLength(2);
    expect(config?.pictureSets).toHaveLength(2);
    const packets = JSON.parse(ffprobe(['-show_packets', '-of', 'json', outPath])).packets as {
      pts: number;
      dts: number;
      flags: string;
    }[];
    const step = (packets[1]?.dts ?? 0) - (packets[0]?.dts ?? 0);
    expect(packets.map(({ dts }) => dts / step)).toEqual(packets.map((_, i) => i - 2));
    expect(packets.map(({ pts }) => pts / step).sort((a, b) => a - b)).toEqual(packets.map((_, i) => i));
    const keys = packets.filter(({ flags }) => flags.includes('K')).map(({ pts }) => pts / step);
    expect(keys).toEqual(expect.arrayContaining([0, 30, 60, 90, 120, 143, 173, 203, 233]));
    const sync = boxAt(table, 'stss');
    expect(sync.readUInt32BE(4)).toBe(keys.length);
  });

  it('decodes alone from every copied group on', () => {
    const { outPath } = smart;
    const [whole = []] = imageHashes([outPath]);
    for (const from of [30, 60, 120, 143, 173, 233]) {
      const part = ['-ss', String(from / 30), '-i', outPath, '-frames:v', '1', '-f', 'framemd5', '-'];
      const [hash] = ffmpeg(part)
        .toString()
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'));
      expect([from, hash?.split(',').at(-1)?.trim()]).toEqual([from, whole[from]]);
    }
  });

  it('fails with a plain word when the source is another one than was probed', async () => {
    const other = await makeFilm(join(folder, 'other.mp4'), ':keyint=40');
    const swapped = { ...planned, media: { film: { path: other.path, facts: film.facts } } };
    await expect(renderFilm(swapped, join(folder, 'swapped'))).rejects.toThrow(/not the file that was probed/);
  });
});
