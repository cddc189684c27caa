import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo } from '@framemill/testing/numbered-video';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openImageSource } from '../../src/media/decode/still/image-source.ts';
import { writeWav } from '../audio/impulse-file.ts';
import { bundledFont, woff, woff2 } from '../packed-font.ts';
import { realMedia } from './real-media.ts';

if (ffmpegMissing) console.warn(`probe-media: parts skipped, ${ffmpegMissing}`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-probe-'));
  writeWav(join(folder, 'tone.wav'), {
    rate: 48_000,
    channels: 2,
    samples: 48_000,
    sample: (n) => 0.5 * Math.sin(n / 20),
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

function frame(width: number, height: number) {
  return sharp({ create: { width, height, channels: 4, background: { r: 200, g: 100, b: 50, alpha: 0.5 } } });
}

describe('probing', () => {
  it('reads sound', async () => {
    expect(await probeMedia(join(folder, 'tone.wav'))).toMatchObject({
      kind: 'audio',
      mimeType: 'audio/wav',
      durationSec: 1,
      hasAudio: true,
      width: null,
      fps: null,
    });
  });

  it('tells files apart without reading them through, and a file from itself once it was written to', async () => {
    const samples = { rate: 48_000, channels: 1, samples: 4_800 } as const;
    const [one, other] = ['one.wav', 'other.wav'].map((name) => join(folder, name)) as [string, string];
    for (const path of [one, other]) writeWav(path, { ...samples, sample: (n) => Math.sin(n / 20) });
    const before = await probeMedia(one, 'ends');
    expect(before.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await probeMedia(one, 'ends')).toEqual(before);
    expect((await probeMedia(other, 'ends')).sha256).not.toBe(before.sha256);
    const { sha256: _, ...facts } = await probeMedia(one);
    expect(before).toMatchObject(facts);
    writeWav(one, { ...samples, sample: (n) => Math.cos(n / 20) });
    expect((await probeMedia(one, 'ends')).sha256).not.toBe(before.sha256);
  });

  it.each([
    { format: 'png', mimeType: 'image/png', hasAlpha: true },
    { format: 'jpeg', mimeType: 'image/jpeg', hasAlpha: false },
    { format: 'webp', mimeType: 'image/webp', hasAlpha: true },
    { format: 'avif', mimeType: 'image/avif', hasAlpha: true },
    { format: 'gif', mimeType: 'image/gif', hasAlpha: true },
  ] as const)('takes $format for an image', async ({ format, mimeType, hasAlpha }) => {
    const path = write(`picture-${format}.bin`, await frame(40, 20).toFormat(format).toBuffer());
    expect(await probeMedia(path)).toMatchObject({
      kind: 'image',
      mimeType,
      hasAlpha,
      width: 40,
      height: 20,
      durationSec: null,
      hasAudio: false,
    });
  });

  it('turns photographs by their EXIF orientation, as does decoding', async () => {
    const path = write('turned.jpg', await frame(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer());
    expect(await probeMedia(path)).toMatchObject({ width: 20, height: 40 });
    const image = await openImageSource(path);
    expect([image.width, image.height, image.rgba().length]).toEqual([20, 40, 20 * 40 * 4]);
  });

  it.skipIf(ffmpegMissing)('measures how much the frames of a video differ, unless all are key frames', async () => {
    const still = 'mandelbrot=s=320x180:r=30,trim=end_frame=1,loop=-1:1,setpts=N/30/TB';
    const moving = 'mandelbrot=s=320x180:r=30';
    const slides = `${still},negate=enable='between(t,2,4)'`;
    const bitsOf = async (name: string, graph: string, args: string) => {
      const path = join(folder, name);
      ffmpeg(['-f', 'lavfi', '-i', graph, '-t', '6', ...args.split(' '), '-pix_fmt', 'yuv420p', path]);
      const { changeBits } = await probeMedia(path, 'ends');
      // The bits are a property of the file, so that both extents of reading give the same.
      expect((await probeMedia(path)).changeBits).toBe(changeBits);
      return changeBits;
    };
    const x264 = '-c:v libx264 -preset veryfast -crf 12 -g 60';
    expect(await bitsOf('still.mp4', still, x264)).toBeLessThan(0.01);
    expect(await bitsOf('slides.mp4', slides, x264)).toBeLessThan(0.01);
    expect(await bitsOf('moving.mp4', moving, x264)).toBeGreaterThan(0.05);
    expect(await bitsOf('moving.ts', moving, x264)).toBeGreaterThan(0.05);
    expect(await bitsOf('moving.mkv', moving, '-c:v mjpeg')).toBeUndefined();
  });

  it.skipIf(ffmpegMissing)('reads pictures with sound, also under a wrong name', async () => {
    const path = join(folder, 'film.mp4');
    makeNumberedVideo(path, { frames: 50, rate: '25', args: ['-c:v', 'libx264'] });
    const both = join(folder, 'both.mp4');
    ffmpeg(['-i', path, '-i', join(folder, 'tone.wav'), '-c:v', 'copy', '-c:a', 'aac', both]);
    const named = join(folder, 'wrong-extension.mp3');
    copyFileSync(both, named);
    const facts = await probeMedia(named);
    expect(facts).toMatchObject({
      kind: 'video',
      mimeType: 'video/mp4',
      width: 128,
      height: 64,
      fps: 25,
      hasAudio: true,
      hasAlpha: false,
    });
    expect(facts.durationSec).toBeCloseTo(2, 2);
    expect(facts.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it.skipIf(ffmpegMissing).each(['mkv', 'webm', 'flv', 'ts', 'mp4'])(
    'tells the length from second 0 on, also where the clock of a %s starts late',
    async (ending) => {
      const path = join(folder, `starts-at-ten-seconds.${ending}`);
      const codec = ending === 'webm' ? 'libvpx' : 'libx264';
      const args = ['-bf', '0', '-c:v', codec, '-output_ts_offset', '10', '-avoid_negative_ts', 'disabled'];
      makeNumberedVideo(path, { frames: 50, rate: '25', args });
      expect((await probeMedia(path)).durationSec).toBeCloseTo(2, 2);
    },
  );

  it.skipIf(ffmpegMissing)('takes an animated GIF and a VP9 film with transparency for video', async () => {
    const gif = join(folder, 'animated.gif');
    makeNumberedVideo(gif, { frames: 10, rate: '10', args: [] });
    expect(await probeMedia(gif)).toMatchObject({
      kind: 'video',
      mimeType: 'image/gif',
      hasAudio: false,
      durationSec: 1,
    });
    const alpha = join(folder, 'transparent.webm');
    makeNumberedVideo(alpha, {
      frames: 10,
      rate: '10',
      args: ['-vf', 'format=yuva420p', '-c:v', 'libvpx-vp9', '-auto-alt-ref', '0'],
    });
    expect(await probeMedia(alpha)).toMatchObject({ kind: 'video', mimeType: 'video/webm', hasAlpha: true });
  });

  it.skipIf(realMedia === null)('does not take a cover for a film', async () => {
    const facts = await probeMedia(join(realMedia ?? '', 'glitch-hop-is-dead.wav'));
    expect(facts).toMatchObject({ kind: 'audio', width: null, hasAudio: true });
    expect(await probeMedia(join(realMedia ?? '', 'sar_2x1.mp4'))).toMatchObject({ width: 1280, height: 360 });
  });
});

describe('a .cube file', () => {
  const cube = '# a look\nLUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n';

  it('is a look', async () => {
    const facts = await probeMedia(write('look.cube', cube));
    expect(facts).toMatchObject({ kind: 'lut', mimeType: 'application/x-cube', width: null, hasAudio: false });
  });

  it('is refused with the line that is wrong', async () => {
    const wrong = probeMedia(write('wrong.cube', cube.replace('0 1 0', '0 one 0')));
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/line 5/) });
  });
});

describe('a table', () => {
  it('is known by its first row of names, in UTF-8 and UTF-16', async () => {
    for (const text of ['reference;who\r\nr1;Ana\r\n', '"who",city\n"Ana, Bo",Graz', 'who\nAna\nBo\n']) {
      for (const data of [text, `\ufeff${text}`, Buffer.from(`\ufeff${text}`, 'utf16le')]) {
        expect(await probeMedia(write('t.mp4', data))).toMatchObject({
          kind: 'table',
          mimeType: 'text/csv',
          width: null,
        });
      }
    }
  });

  it.each([
    ['rows of another length', 'who,city\nAna,Graz\nBo', /row 3 has 1 cells, but the first row has 2/],
    ['a quote that is not closed', 'who,city\nAna,"Graz', /not closed/],
    ['another encoding', Buffer.from('who\nJos\u00e9\n', 'latin1'), /neither in UTF-8 nor in UTF-16/],
    ['too many bytes', `who\n${'Ana\n'.repeat(1_250_001)}`, /5\.0 MB, but at most 5 MB/],
  ])('is refused with %s', async (_name, data, message) => {
    const refused = probeMedia(write('wrong.csv', data));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
  });
});

describe('a subtitle file', () => {
  const srt = '1\r\n00:00:01,000 --> 00:00:02,000\r\nÄpfel <i>und</i> Birnen\r\n';
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n';

  it.each([
    ['SubRip', srt, 'application/x-subrip'],
    ['SubRip with a byte order mark', `\ufeff${srt}`, 'application/x-subrip'],
    ['SubRip in UTF-16, low byte first', Buffer.from(`\ufeff${srt}`, 'utf16le'), 'application/x-subrip'],
    ['WebVTT in UTF-16, high byte first', Buffer.from(`\ufeff${vtt}`, 'utf16le').swap16(), 'text/vtt'],
    ['WebVTT with a bad block', `${vtt}\nno time\n`, 'text/vtt'],
    ['WebVTT', vtt, 'text/vtt'],
  ])('is known by what is in it: %s', async (_name, data, mimeType) => {
    const facts = await probeMedia(write('subtitles.mp4', data));
    expect(facts).toMatchObject({ kind: 'subtitle', mimeType, width: null, durationSec: null, hasAudio: false });
  });

  it.each([
    ['a time that is none', srt.replace('00:00:02,000', '00:99:02,000'), /line 2: .* is not a time/],
    ['no cue', 'WEBVTT\n\nNOTE nothing\n', /without a cue/],
    ['another encoding', Buffer.from(srt, 'latin1'), /neither in UTF-8 nor in UTF-16/],
    ['half a letter', Buffer.from(`\ufeff${srt}\ud83d`, 'utf16le'), /neither in UTF-8 nor in UTF-16/],
    ['too many bytes', srt + ' '.repeat(5_000_000), /5\.0 MB of subtitles, but at most 5 MB/],
  ])('is refused with %s', async (_name, data, message) => {
    const refused = probeMedia(write('wrong.srt', data));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
  });
});

describe('a font', () => {
  const lora = readFileSync(bundledFont('Lora', 700, true));

  it.each([
    ['TTF', 'font/ttf', lora],
    ['WOFF', 'font/woff', woff(lora)],
    ['WOFF2', 'font/woff2', woff2(lora)],
    ['WOFF2 without transformed outlines', 'font/woff2', woff2(lora, false)],
  ])('is known by what is in it: %s', async (_name, mimeType, data) => {
    const facts = await probeMedia(write('font.mp4', data));
    expect(facts).toMatchObject({ kind: 'font', mimeType, width: null, hasAudio: false });
    expect(facts.font).toEqual({ family: 'Lora', weight: 700, italic: true });
  });

  const without = (tag: string) => {
    const font = Buffer.from(lora);
    // In its place among the tables, which are found by their order.
    font.write('~', font.indexOf(tag, 0, 'latin1') + 3, 'latin1');
    return font;
  };
  const emptied = (tag: string) => {
    const font = Buffer.from(lora);
    const entry = font.indexOf(tag, 0, 'latin1');
    const start = font.readUInt32BE(entry + 8);
    return font.fill(0, start, start + font.readUInt32BE(entry + 12));
  };
  const inflated = () => {
    const font = Buffer.concat([lora, Buffer.alloc(31_000_000)]);
    font.writeUInt32BE(31_000_000, 12 + 12);
    return woff2(font, false);
  };
  it.each([
    ['no characters', without('cmap'), /table "cmap" is missing/],
    ['no outlines', without('glyf'), /no outlines/],
    ['empty glyphs alone', emptied('loca'), /no outlines/],
    ['half of its bytes', lora.subarray(0, 20_000), /cannot be used/],
    ['half of its packed bytes', woff2(lora).subarray(0, 20_000), /cannot be unpacked/],
    ['more unpacked bytes than are read', inflated(), /more than 30000000 bytes/],
    ['too many bytes', Buffer.concat([lora, Buffer.alloc(30_000_000)]), /30\.1 MB, but at most 30 MB/],
  ])('is refused with %s', async (_name, data, message) => {
    const refused = probeMedia(write('wrong.ttf', data));
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
  });
});

describe('probing refuses', () => {
  const refused = (path: string, reason: RegExp) =>
    expect(probeMedia(path)).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringMatching(reason) });

  it('an empty file', () => refused(write('zero-byte.mp4', ''), /empty \(0 bytes\)/));

  it("playlists and manifests under a film's name, which would open other files", async () => {
    const secret = write('secret.txt', 'secret');
    await refused(write('hls.mp4', `#EXTM3U\n#EXTINF:1,\n${secret}\n`), /text/);
    await refused(write('hls-with-mark.mp4', `\ufeff#EXTM3U\n#EXTINF:1,\n${secret}\n`), /text/);
    await refused(write('concat.mp4', `ffconcat version 1.0\nfile ${secret}\n`), /text/);
    await refused(write('description.mp4', 'v=0\no=- 0 0 IN IP4 127.0.0.1\n'), /text/);
  });

  it('what is no media', async () => {
    await refused(write('words.mp4', 'hello world, this is not a film'), /is a text, which .*\(MP4, MOV/);
    await refused(
      write('random.mp4', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7919) % 251))),
      /is of an unknown kind, which .* does not read/,
    );
    await refused(write('paper.jpg', '%PDF-1.7\n%\u00e2\u00e3\n'), /is a PDF document/);
    await refused(write('G.ts', 'Good morning, this is no transport stream'), /is a text/);
  });

  it('broken pictures', async () => {
    const png = await frame(300, 300).png({ compressionLevel: 0 }).toBuffer();
    await refused(
      write('truncated.png', png.subarray(0, 2_000)),
      /cannot be decoded as an image: it is cut off\. Export/,
    );
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const grain = { create: { width: 300, height: 300, channels: 3, background: 'black', noise } } as const;
    const jpeg = await sharp(grain).jpeg().toBuffer();
    // The image library's own words are about its functions and name files of this machine.
    await refused(
      write('truncated.jpg', jpeg.subarray(0, 1_500)),
      /^This file cannot be decoded as an image: it is cut off\./,
    );
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">\n<rect';
    await refused(write('wrong.svg', svg), /an image: its XML has an error in line 2\. Export/);
    const bomb = await sharp({ create: { width: 9_000, height: 6_000, channels: 3, background: 'black' } })
      .png()
      .toBuffer();
    await refused(write('too-many-pixels.png', bomb), /50 megapixels/);
  });

  it('HEIC pictures, and no AVIF for them', async () => {
    const avif = Buffer.from(await frame(40, 20).avif().toBuffer());
    const heic = Buffer.from(avif);
    avif.write('mif1', 8, 'latin1');
    expect(await probeMedia(write('first-brand-mif1.avif', avif))).toMatchObject({ mimeType: 'image/avif', width: 40 });
    heic.fill('heic', 16, heic.readUInt32BE(0), 'latin1').write('mif1', 8, 'latin1');
    await refused(write('first-brand-mif1.heic', heic), /^HEIC images are not supported/);
    heic.fill('miaf', 16, heic.readUInt32BE(0), 'latin1');
    await refused(write('of-no-known-codec.avif', heic), /^HEIF images other than AVIF are not supported/);
  });

  it('a folder', async () => {
    await refused(folder, /^This file is a folder\. Use a file instead\.$/);
  });

  it.skipIf(ffmpegMissing)('films and sounds that are encrypted', async () => {
    const key = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', '0123456789abcdef'.repeat(2)];
    const protection = [...key, '-encryption_kid', 'fedcba9876543210'.repeat(2)];
    const path = join(folder, 'plain.mp4');
    makeNumberedVideo(path, { frames: 10, rate: '25', args: ['-c:v', 'libx264'] });
    const film = join(folder, 'encrypted.mp4');
    ffmpeg(['-i', path, '-c', 'copy', ...protection, film]);
    await refused(film, /^This file is encrypted \(CENC\)/);
    const audio = join(folder, 'encrypted-sound.mp4');
    ffmpeg(['-i', join(folder, 'tone.wav'), '-c:a', 'aac', ...protection, audio]);
    await refused(audio, /^This file is encrypted \(CENC\)/);
  });

  it.skipIf(ffmpegMissing)('films that are cut off', async () => {
    const path = join(folder, 'whole.mp4');
    makeNumberedVideo(path, { frames: 50, rate: '25', args: ['-c:v', 'libx264'] });
    const whole = readFileSync(path);
    await refused(write('truncated-moov.mp4', whole.subarray(0, Math.floor(whole.length * 0.8))), /cut off/);
    const front = join(folder, 'front.mp4');
    ffmpeg(['-i', path, '-c', 'copy', '-movflags', '+faststart', front]);
    const bytes = readFileSync(front);
    await refused(write('truncated-data.mp4', bytes.subarray(0, Math.floor(bytes.length * 0.8))), /cut off/);
    await refused(write('only-a-head.mp4', bytes.subarray(0, 40)), /neither video nor audio/);
  });

  it('a file that is not there', async () => {
    await expect(probeMedia(join(folder, 'missing.mp4'))).rejects.toMatchObject({ code: 'not_found' });
  });
});
