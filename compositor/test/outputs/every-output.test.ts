import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { zipEntries } from '@framemill/testing/zip-entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../../src/chromium/index.ts';
import { type Format, formats, holdsChapters, keepsAlpha } from '../../src/formats/output-formats.ts';
import { boxAt } from '../smart/boxes.ts';
import { openPlayer, type Player, type Shown } from './browser-player.ts';
import { readImages } from './image-reader.ts';
import { outputTable } from './output-table.ts';
import { proresFacts } from './prores-facts.ts';
import { areas, colourAt, frames, markers, renderEveryOutput, seconds, size } from './test-film.ts';

if (ffmpegMissing) console.warn(`every-output: what ffprobe and ffmpeg say is not looked at, ${ffmpegMissing}`);
const browserMissing = findBrowser() === null ? 'this machine has no Chromium' : null;
if (browserMissing) console.warn(`every-output: nothing is played, ${browserMissing}`);

const black = [0, 0, 0] as const;
const white = [255, 255, 255] as const;
/** Times to compare, in seconds. They are away from both ends and from the change in the middle of the video. */
const [early, late] = [0.25, 0.75];
/** Maximum difference of a colour channel (0-255). The image is lossy and small, and another program converts it. */
const TOLERANCE = 10;

let folder = '';
let files: ReadonlyMap<Format, string>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-outputs-'));
  files = await renderEveryOutput(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (format: Format) => files.get(format) ?? '';
const formatsWhere = (has: (facts: (typeof outputTable)[Format]) => boolean) =>
  formats.filter((format) => has(outputTable[format]));
/** Returns the contents of the output file, or of the images in it when it is an archive. */
function imagesOf(format: Format): Buffer[] {
  const { entries } = outputTable[format];
  if (entries === null) return [readFileSync(fileOf(format))];
  return zipEntries(fileOf(format))
    .filter(({ name }) => entries.name.test(name))
    .map(({ bytes }) => bytes);
}

it('has a row for each format, and no other', () => {
  expect(Object.keys(outputTable).sort()).toEqual([...formats].sort());
});

describe.skipIf(ffmpegMissing)('ffprobe and ffmpeg', () => {
  it.each(formatsWhere(({ picture, sound }) => picture !== null || sound !== null))('read %s', (format) => {
    const { picture, sound, entries } = outputTable[format];
    for (const path of entries ? unpacked(format) : [fileOf(format)]) {
      const {
        streams,
        chapters,
        format: container,
      } = JSON.parse(
        ffprobe(['-count_frames', '-show_streams', '-show_chapters', '-show_format', '-of', 'json', path]),
      );
      expect(chapters.map(({ start_time }: { start_time: string }) => Number(start_time))).toEqual(
        holdsChapters(format) ? markers.map(({ time }) => time) : [],
      );
      const of = (type: string) => streams.filter(({ codec_type }: { codec_type: string }) => codec_type === type);
      const [video, ...videos] = of('video');
      const [audio, ...audios] = of('audio');
      expect([videos, audios]).toEqual([[], []]);
      expect(video && [video.codec_name, video.pix_fmt, Number(video.nb_read_frames)]).toEqual(
        picture ? [picture.codec, picture.depth, picture.frames] : undefined,
      );
      expect(audio && [audio.codec_name, audio.sample_rate, audio.channels]).toEqual(
        sound ? [sound.codec, '48000', 2] : undefined,
      );
      if (picture?.tag) expect(video.codec_tag_string).toBe(picture.tag);
      if (sound) expect(Math.abs(Number(container.duration) - seconds)).toBeLessThan(0.06);
      if (picture && picture.frames > 1) expect([video.width, video.height]).toEqual([size.width, size.height]);
      const decoded = spawnSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-'], { encoding: 'utf8' });
      expect([decoded.status, decoded.stderr]).toEqual([0, '']);
    }
  });

  const opaqueFilms = formatsWhere(({ browser }) => browser?.element === 'video').filter((one) => !keepsAlpha(one));
  it.each(opaqueFilms)('decode %s to the colours of the film', (format) => {
    const graph = 'scale=in_color_matrix=bt709:in_range=limited,format=rgb24';
    const raw = ffmpeg(['-i', fileOf(format), '-vf', graph, '-f', 'rawvideo', '-']);
    expect(raw.length).toBe(size.width * size.height * 3 * frames);
    for (const time of [early, late]) {
      const first = Math.floor((time * frames) / seconds) * size.height;
      for (const [area, { x, y }] of areaEntries) {
        const at = ((first + y) * size.width + x) * 3;
        const wanted = colourAt(area, time, format, black);
        expectNear([...raw.subarray(at, at + 3)], wanted, `${format} ${area} at ${time} s`);
      }
    }
  });

  /** Extracts the first and last image of an archive and returns their paths. */
  function unpacked(format: Format): string[] {
    const { entries } = outputTable[format];
    const found = zipEntries(fileOf(format)).filter(({ name }) => entries?.name.test(name));
    return [...found.slice(0, 1), ...found.slice(1).slice(-1)].map(({ name, bytes }) => {
      const path = join(folder, `${format}-${name}`);
      writeFileSync(path, bytes);
      return path;
    });
  }
});

it.each(formatsWhere(({ boxes }) => boxes !== undefined))('%s names its decoder in the sample entry', (format) => {
  const { boxes = [], picture } = outputTable[format];
  const entry = boxAt(readFileSync(fileOf(format)), 'moov/trak/mdia/minf/stbl/stsd').subarray(8);
  expect(entry.toString('latin1', 4, 8)).toBe(picture?.tag);
  for (const box of boxes) expect(entry.includes(box)).toBe(true);
});

it('follows the rules of QuickTime for ProRes 4444 with alpha', () => {
  expect(proresFacts(readFileSync(fileOf('mov-prores')))).toEqual({
    brand: 'qt  ',
    vendor: 'appl',
    depth: 32,
    compressor: 'Apple ProRes 4444',
    colour: { kind: 'nclc', primaries: 1, transfer: 1, matrix: 1 },
    fields: 1,
    frames: { vendors: ['apl0'], chroma: ['4444'], interlaced: [0], colours: ['1 1 1'], alphaBits: [16] },
  });
});

it.each(formatsWhere(({ entries }) => entries !== null))('%s has its files in order', (format) => {
  const { entries } = outputTable[format];
  const names = zipEntries(fileOf(format)).map(({ name }) => name);
  const images = names.filter((name) => entries?.name.test(name));
  expect([images.length, names.filter((name) => !images.includes(name))]).toEqual([entries?.count, entries?.others]);
  expect(images).toEqual(images.toSorted());
});

describe('ImageMagick', () => {
  // Chromium shows the same images. Only this program tells how long each of an animation is shown.
  for (const format of formatsWhere(({ stills }) => stills !== null)) {
    const isAnimation = (outputTable[format].stills?.delay ?? 0) > 0;
    it(`reads ${format}`, { tags: isAnimation || browserMissing !== null ? [] : 'full' }, () => expectRead(format));
  }

  async function expectRead(format: Format): Promise<void> {
    const { stills } = outputTable[format];
    const found = await Promise.all(imagesOf(format).map(readImages));
    for (const images of found) {
      expectStills(format, images.length);
      const { count = 0, delay = 0 } = stills ?? {};
      expect(images.reduce((sum, image) => sum + image.delay, 0)).toBe(count * delay);
    }
    const all = found.flat();
    const [first, last] = [all[0], all.at(-1)];
    if (all.length === 1 || first === undefined || last === undefined || format === 'sprites') return;
    for (const [image, time] of [
      [first, 0],
      [last, seconds],
    ] as const) {
      expect([image.width, image.height]).toEqual([size.width, size.height]);
      for (const [area, { x, y }] of areaEntries) {
        const [red = 0, green = 0, blue = 0, alpha] = image.pixel(x, y);
        expectNear([red, green, blue], colourAt(area, time, format, black), `${format} ${area} at ${time} s`);
        expect(alpha).toBe(255);
      }
    }
  }
});

describe.skipIf(browserMissing)('Chromium', () => {
  let browser: OpenBrowser;
  let player: Player;
  beforeAll(async () => {
    browser = await openBrowser();
    player = await openPlayer(browser);
  });
  afterAll(async () => {
    await player?.close();
    await browser?.close();
  });
  const shownBy = (element: string) => formatsWhere((facts) => facts.browser?.element === element);

  it.each(shownBy('video'))(
    'plays %s to its end, and shows the right picture wherever one seeks to',
    async (format) => {
      const { type = '', mayLack } = outputTable[format].browser ?? {};
      if (!(await player.plays('video', type))) {
        expect({ format, mayLack }).toEqual({ format, mayLack: true });
        return console.warn(`every-output: this Chromium plays no ${format} (${type}); ffmpeg and its boxes judge it`);
      }
      const file = readFileSync(fileOf(format));
      const played = await player.video(file, type, [late, early], Object.values(areas));
      expect(played).toMatchObject({ ...size, ended: true });
      expect(Math.abs(played.durationSec - seconds)).toBeLessThan(0.06);
      expect(played.framesShown).toBeGreaterThan(frames / 3);
      for (const [index, time] of [late, early].entries()) expectShown(format, played.shown[index], time);
    },
  );

  it('plays every sound to its end, as loud as it is in the file without loss', async () => {
    const rms = new Map<Format, number>();
    for (const format of shownBy('audio')) {
      const { type = '' } = outputTable[format].browser ?? {};
      expect({ format, plays: await player.plays('audio', type) }).toEqual({ format, plays: true });
      const played = await player.audio(readFileSync(fileOf(format)), type);
      expect({ format, ended: played.ended }).toEqual({ format, ended: true });
      expect(Math.abs(played.durationSec - seconds)).toBeLessThan(0.06);
      rms.set(format, played.rms);
    }
    const exact = rms.get('wav') ?? 0;
    expect(exact).toBeGreaterThan(0.05);
    for (const value of rms.values()) expect(Math.abs(value / exact - 1)).toBeLessThan(0.05);
  });

  it.each(shownBy('img'))('shows every picture of %s', async (format) => {
    const { browser: shown } = outputTable[format];
    const images = imagesOf(format);
    const points = format === 'contact-sheet' || format === 'sprites' ? [] : Object.values(areas);
    for (const [index, file] of images.entries()) {
      if (index > 0 && index < images.length - 1) continue;
      const found = await player.image(file, shown?.type ?? '', points);
      expectStills(format, found.count);
      const times = images.length > 1 ? [index === 0 ? 0 : seconds] : [0, found.count > 1 ? seconds : 0];
      for (const [place, time] of times.entries()) {
        if (points.length > 0) expectShown(format, found.shown[place], time);
        // Opaque: nothing of what is under it is seen.
        expect(found.shown[place]).toMatchObject({ differing: 0, wrongPixels: 0 });
      }
    }
  });
});

describe.skipIf(ffmpegMissing)('laid over two colours', () => {
  it.each(formats.filter(keepsAlpha))('%s differs only where it is transparent, and by as much', (format) => {
    const decoder = format === 'webm-alpha' ? ['-c:v', 'libvpx-vp9'] : [];
    const alpha = ffmpeg([...decoder, '-i', fileOf(format), '-vf', 'alphaextract,format=gray', '-f', 'rawvideo', '-']);
    const [overBlack, overWhite] = ['black', 'white'].map((colour) => {
      const under = [
        '-f',
        'lavfi',
        '-i',
        `color=${colour}:s=${size.width}x${size.height}:r=30:d=${seconds},format=gbrp`,
      ];
      // Times of a WebM are whole milliseconds.
      const graph =
        `[1]setpts=N/${frames / seconds}/TB[film];` +
        '[0][film]overlay=format=gbrp,scale=in_color_matrix=bt709,format=rgb24';
      const out = ['-frames:v', String(frames), '-f', 'rawvideo', '-'];
      return ffmpeg([...under, ...decoder, '-i', fileOf(format), '-filter_complex', graph, ...out]);
    });
    const pixels = size.width * size.height;
    expect([alpha.length, overBlack?.length]).toEqual([pixels * frames, pixels * frames * 3]);
    const seen = { opaque: 0, transparent: 0, between: 0, wrong: 0 };
    for (const [at, value] of alpha.entries()) {
      for (const channel of [0, 1, 2]) {
        const difference = (overWhite?.[at * 3 + channel] ?? 0) - (overBlack?.[at * 3 + channel] ?? 0);
        if (Math.abs(difference - (255 - value)) > 3) seen.wrong += 1;
      }
      if (value === 255) seen.opaque += 1;
      else if (value === 0) seen.transparent += 1;
      else seen.between += 1;
    }
    expect(seen.wrong).toBe(0);
    // The film has all three; each is at least an eighth of the picture.
    for (const count of [seen.opaque, seen.transparent, seen.between]) {
      expect(count).toBeGreaterThan((pixels * frames) / 8);
    }
    const at = ({ x, y }: { x: number; y: number }) => alpha[y * size.width + x] ?? -1;
    expect([at(areas.opaque), Math.abs(at(areas.half) - 128) < 4, at(areas.changing)]).toEqual([255, true, 0]);
  });
});

const areaEntries = Object.entries(areas) as [keyof typeof areas, { x: number; y: number }][];

/**
 * Checks the number of frames of an image file. For WebP it is only a minimum, because WebP stores a repeated frame
 * once with a longer duration.
 */
function expectStills(format: Format, count: number): void {
  const { stills } = outputTable[format];
  if (format === 'webp') expect(count).toBeGreaterThan(1);
  else expect(count).toBe(stills?.count);
}

function expectShown(format: Format, shown: Shown | undefined, time: number): void {
  for (const [place, [area]] of areaEntries.entries()) {
    const name = `${format} ${area} at ${time} s`;
    expectNear(shown?.overBlack[place] ?? [], colourAt(area, time, format, black), `${name} over black`);
    expectNear(shown?.overWhite[place] ?? [], colourAt(area, time, format, white), `${name} over white`);
  }
  expect({ format, wrongPixels: shown?.wrongPixels }).toEqual({ format, wrongPixels: 0 });
  if (!keepsAlpha(format)) expect({ format, differing: shown?.differing }).toEqual({ format, differing: 0 });
}

function expectNear(found: readonly number[], wanted: readonly number[], what: string): void {
  const far = wanted.some((value, channel) => Math.abs(value - (found[channel] ?? -999)) > TOLERANCE);
  expect({ what, far, ...(far ? { found, wanted } : {}) }).toEqual({ what, far: false });
}
