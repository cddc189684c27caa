import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg } from '@framemill/testing/ffmpeg';
import sharp from 'sharp';
import { writeWav } from '../audio/impulse-file.ts';
import { tinyApng } from '../media/tiny-apng.ts';
import { tinyBmp } from '../media/tiny-bmp.ts';
import { fatalAc4, tinyMp4 } from '../media/tiny-mp4.ts';
import { tinyTiff } from '../media/tiny-tiff.ts';
import { bundledFont, woff, woff2 } from '../packed-font.ts';

/** Valid file from which mutations start. */
export interface SeedFile {
  name: string;
  bytes: Buffer;
}

const noise = (length: number) => Buffer.from(Array.from({ length }, (_, k) => (k * 73 + (k >> 3) * 31) & 255));

/**
 * Creates seed files of every kind that does not need ffmpeg: images, WAV, MP4 written byte by byte, fonts and texts.
 */
export async function handmadeSeeds(folder: string): Promise<SeedFile[]> {
  const wav = join(folder, 'seed.wav');
  writeWav(wav, { rate: 8_000, channels: 2, samples: 400, sample: (n) => Math.sin(n / 9) });
  const image = sharp(noise(24 * 16 * 3), { raw: { width: 24, height: 16, channels: 3 } });
  const drawn = async (name: string, make: Promise<Buffer>) => ({ name, bytes: await make });
  const rgb = Array.from({ length: 24 * 16 }, (_, k) => [k & 255, (k * 3) & 255, (k * 7) & 255]);
  const rows = Array.from({ length: 4 }, (_, y) => [y, 0x7fff, 0x1234, 0xff00]);
  const square = { x: 0, y: 0, width: 8, height: 8, dispose: 'none', blend: 'over' } as const;
  const frames = [0, 1, 2].map((k) => ({ ...square, pixel: () => [k * 80, 9, 9, 255] as const }));
  const font = readFileSync(bundledFont('Inter', 400));
  const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content) });
  return [
    { name: 'pcm.wav', bytes: readFileSync(wav) },
    { name: 'pcm.mp4', bytes: tinyMp4({ kind: 'audio', codec: 'sowt', packets: [noise(8192)] }) },
    { name: 'ac-4.mp4', bytes: fatalAc4() },
    { name: 'raw.mov', bytes: tinyMp4({ kind: 'video', codec: 'raw ', packets: [noise(768), noise(768)] }) },
    await drawn('image.png', image.clone().png().toBuffer()),
    await drawn('image.jpg', image.clone().jpeg().toBuffer()),
    await drawn('image.webp', image.clone().webp().toBuffer()),
    await drawn('lossless.webp', image.clone().webp({ lossless: true }).toBuffer()),
    await drawn('image.avif', image.clone().avif().toBuffer()),
    await drawn('image.gif', image.clone().gif().toBuffer()),
    await drawn('deflated.tiff', image.clone().tiff({ compression: 'deflate' }).toBuffer()),
    { name: 'tiles.tiff', bytes: tinyTiff({ width: 24, height: 16, bits: 8, photometric: 2, samples: rgb, tile: 16 }) },
    { name: 'fields.bmp', bytes: tinyBmp({ width: 4, height: 4, bits: 16, rows, masks: [0xf800, 0x7e0, 0x1f] }) },
    {
      name: 'palette.bmp',
      bytes: tinyBmp({ width: 4, height: 4, bits: 8, rows: rows.map(() => [0, 1, 2, 3]), palette: [1, 2, 3, 4] }),
    },
    { name: 'animated.png', bytes: tinyApng(8, 8, frames) },
    text(
      'drawing.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><defs><filter id="f"><feGaussianBlur ' +
        'stdDeviation="2"/></filter></defs><rect width="9" height="9" fill="red" filter="url(#f)"/><path d="M0 0L9 ' +
        '9C1 2 3 4 5 6Z"/></svg>',
    ),
    text('colours.cube', `LUT_3D_SIZE 2\n${'0 0.5 1\n'.repeat(8)}`),
    text('captions.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,500\n<i>World</i>\n'),
    text('captions.vtt', 'WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000 align:start\nHello\n'),
    text('rows.csv', 'name,price,picture\n"a, b",1,x.png\nc,2,y.png\n'),
    { name: 'font.ttf', bytes: font },
    { name: 'font.woff', bytes: woff(font) },
    { name: 'font.woff2', bytes: woff2(font) },
  ];
}

const video = ['-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=10:d=0.6'];
const audio = ['-f', 'lavfi', '-i', 'sine=f=300:r=48000:d=0.6'];
const both = [...video, ...audio];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '3', '-c:a', 'aac'];

const made: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['h264.mp4', [...both, ...h264]],
  ['fragmented.mp4', [...both, ...h264, '-movflags', 'frag_keyframe+empty_moov']],
  ['hevc.mov', [...both, '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-c:a', 'alac']],
  ['prores.mov', [...video, '-c:v', 'prores_ks', '-profile:v', '4']],
  ['av1.mp4', [...video, '-c:v', 'libaom-av1', '-cpu-used', '8']],
  ['vp8.webm', [...both, '-c:v', 'libvpx', '-c:a', 'libvorbis']],
  ['vp9.webm', [...both, '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-c:a', 'libopus']],
  ['h264.mkv', [...both, ...h264]],
  ['ffv1.mkv', [...both, '-c:v', 'ffv1', '-c:a', 'flac']],
  ['mpeg4.avi', [...both, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']],
  ['mjpeg.avi', [...both, '-c:v', 'mjpeg', '-c:a', 'pcm_s16le']],
  ['flv1.flv', [...both, '-c:v', 'flv', '-ar', '44100', '-c:a', 'libmp3lame']],
  ['h264.ts', [...both, ...h264]],
  ['ac3.ts', [...audio, '-c:a', 'ac3']],
  ['mpeg2.mpg', [...both, '-c:v', 'mpeg2video', '-r', '25', '-c:a', 'mp2', '-f', 'vob']],
  ['wmv2.wmv', [...both, '-c:v', 'wmv2', '-c:a', 'wmav2']],
  ['theora.ogv', [...both, '-c:v', 'libtheora', '-c:a', 'libvorbis']],
  ['vorbis.ogg', [...audio, '-c:a', 'libvorbis']],
  ['opus.ogg', [...audio, '-c:a', 'libopus']],
  ['float.wav', [...audio, '-c:a', 'pcm_f32le']],
  ['adpcm.wav', [...audio, '-c:a', 'adpcm_ms']],
  ['pcm.aiff', [...audio]],
  ['flac.flac', [...audio]],
  ['mp3.mp3', [...audio, '-c:a', 'libmp3lame', '-id3v2_version', '3', '-metadata', 'title=x']],
  ['aac.aac', [...audio, '-c:a', 'aac']],
  ['aac.m4a', [...audio, '-c:a', 'aac']],
  ['ac3.ac3', [...audio, '-c:a', 'ac3']],
  ['eac3.eac3', [...audio, '-c:a', 'eac3']],
  ['alac.caf', [...audio, '-c:a', 'alac']],
  ['wavpack.wv', [...audio, '-c:a', 'wavpack']],
  ['animated.gif', [...video]],
  ['animated.webp', [...video, '-c:v', 'libwebp', '-loop', '0']],
];

/** Creates seed files of every container and the common codecs with ffmpeg. Takes 0.6 s each. */
export function encodedSeeds(folder: string): SeedFile[] {
  return made.map(([name, args]) => {
    const path = join(folder, `seed-${name}`);
    ffmpeg([...args, path]);
    return { name, bytes: readFileSync(path) };
  });
}

/** First box of a HEIC file followed by noise. HEIC is rejected by name. */
export const heic: SeedFile = {
  name: 'image.heic',
  bytes: Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), noise(200)]),
};
