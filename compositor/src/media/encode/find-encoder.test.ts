import { FF_ENCODER_AAC, FF_ENCODER_LIBFDK_AAC } from 'node-av/constants';
import { expect, it } from 'vitest';
import { audioCodecs } from '../../audio/encoders.ts';
import { nonfree } from '../codec-library.ts';
import { videoCodecs } from './encoders.ts';
import { findEncoder } from './find-encoder.ts';

it('finds a free encoder, and says which one a build lacks', () => {
  expect(findEncoder(FF_ENCODER_AAC, 'mp4', {}).name).toBe('aac');
  expect(() => findEncoder('aac_of_tomorrow', 'mp4', {})).toThrow(
    'The codec library has no encoder aac_of_tomorrow (needed for mp4).',
  );
});

it('refuses an encoder that does not go together with the GPL, unless ALLOW_NONFREE=1', () => {
  for (const env of [{}, { ALLOW_NONFREE: '0' }, { ALLOW_NONFREE: 'yes' }]) {
    expect(() => findEncoder(FF_ENCODER_LIBFDK_AAC, 'mp4', env)).toThrow(
      expect.objectContaining({ code: 'not_configured', message: expect.stringContaining('set ALLOW_NONFREE=1') }),
    );
  }
  expect(findEncoder(FF_ENCODER_LIBFDK_AAC, 'mp4', { ALLOW_NONFREE: '1' }).name).toBe('libfdk_aac');
});

it('is never asked for one by an output format', () => {
  const names = [...Object.values(videoCodecs), ...Object.values(audioCodecs)].map(({ encoder }) => encoder);
  expect(names.filter((name) => nonfree.has(name))).toEqual([]);
});
