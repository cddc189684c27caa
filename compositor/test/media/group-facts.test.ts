import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import type { PacketFacts } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDecoderConfig } from '../../src/formats/h264/decoder-config.ts';
import { encoderSetupFor } from '../../src/formats/h264/encoder-setup.ts';
import { openInput } from '../../src/media/open-input.ts';
import { wholeFileFacts } from '../../src/media/probe/packet-facts.ts';
import { makeFolder } from '../scenes.ts';

if (ffmpegMissing) console.warn(`group-facts: skipped, ${ffmpegMissing}`);

const tags = '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv'.split(' ');
const x264 = (params: string, preset = 'veryfast') => [
  ...['-c:v', 'libx264', '-preset', preset, '-pix_fmt', 'yuv420p', '-x264-params', `scenecut=0:${params}`, ...tags],
];
const images = (size = '320x180', seconds = 4) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=30:d=${seconds}`];

describe.skipIf(ffmpegMissing)('the groups of pictures of a video', () => {
  let folder = '';
  beforeAll(() => {
    folder = makeFolder();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const factsOf = (name: string, ...args: string[]): PacketFacts | undefined => {
    const path = join(folder, `${name.replaceAll(/\W/g, '')}.mp4`);
    ffmpeg([...args, path]);
    return wholeFileFacts(path).packets;
  };

  it.each<[string, string[], object]>([
    ['of x264 as it comes', x264('keyint=50'), { profile: 'high', reorder: 2, held: 4, tagged: true }],
    ['without a pyramid of B', x264('keyint=50:b-pyramid=none'), { profile: 'high', reorder: 1, held: 2 }],
    ['without reordering', x264('keyint=50:bframes=0:ref=3'), { profile: 'high', reorder: 0, held: 3 }],
    ['in main', x264('keyint=50:8x8dct=0:level=42'), { profile: 'main', level: 42, reorder: 2 }],
    ['in baseline', x264('keyint=50', 'ultrafast'), { profile: 'baseline', reorder: 0, held: 1 }],
    ['under another number', x264('keyint=50:sps-id=31'), { setId: 30, profile: 'high' }],
  ])('%s are listed, with how an encoder must be set up beside them', (name, options, setup) => {
    const { groups } = factsOf(name, ...images(), ...options) ?? {};
    expect(groups?.starts).toEqual([0, 50, 100]);
    expect(groups?.encoder).toMatchObject({ setId: 31, ...setup });
  });

  it('of untagged HD are listed as untagged', () => {
    const options = x264('keyint=50').filter((option) => !tags.includes(option));
    expect(factsOf('untagged', ...images('1280x720', 2), ...options)?.groups?.encoder).toMatchObject({ tagged: false });
  });

  it('fit together exactly when their parameter sets are the same', () => {
    const setsOf = (name: string, params: string) => factsOf(name, ...images(), ...x264(params))?.groups?.parameterSets;
    const one = setsOf('one', 'keyint=50');
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(setsOf('two', 'keyint=20')).toBe(one);
    expect(setsOf('three', 'keyint=50:ref=5')).not.toBe(one);
  });

  it('are not listed for deeper reordering than the encoder has', () => {
    const path = join(folder, 'deep.mp4');
    ffmpeg([...images(), ...x264('keyint=50'), path]);
    const input = openInput(path);
    const config = readDecoderConfig(input.video?.codecpar.extradata ?? Buffer.alloc(0));
    input.close();
    if (!config) throw new Error('The file has no decoder configuration.');
    const size = { width: 320, height: 180 };
    expect(encoderSetupFor(config, size, 2)).toMatchObject({ reorder: 2 });
    expect(encoderSetupFor(config, size, 3)).toBeUndefined();
  });

  it.each<[string, string[]]>([
    ['open groups', x264('keyint=50:open-gop=1')],
    ['colours that it names otherwise', [...x264('keyint=50:transfer=iec61966-2-1')]],
    [
      'pictures that are cropped at the left',
      [...x264('keyint=50'), '-bsf:v', 'h264_metadata=crop_left=2:crop_right=0'],
    ],
  ])('are not listed for %s', (name, options) => {
    const facts = factsOf(name, ...images(), ...options);
    expect(facts?.groups).toBeUndefined();
  });
});
