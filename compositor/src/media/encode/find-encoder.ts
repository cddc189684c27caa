import { FramemillError } from '@framemill/timeline/rendering';
import { Codec } from 'node-av/lib';
import { nonfree } from '../codec-library.ts';

/**
 * Returns the codec library's encoder of that name. Throws `not_configured` when this build of the library lacks the
 * encoder, or when the licence of the encoder forbids distribution together with GPL code and `ALLOW_NONFREE=1` is not
 * set. `purpose` completes the message "needed for ...".
 */
export function findEncoder(
  name: string,
  purpose: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Codec {
  const licence = nonfree.get(name);
  if (licence !== undefined && env.ALLOW_NONFREE !== '1') {
    throw new FramemillError(
      'not_configured',
      `The licence (${licence}) of the encoder ${name} (needed for ${purpose}) is incompatible with the GPL. ` +
        'Use another encoder, or set ALLOW_NONFREE=1 if you do not distribute the software.',
    );
  }
  const encoder = Codec.findEncoderByName(name as never);
  if (encoder) return encoder;
  throw new FramemillError(
    'not_configured',
    `The codec library has no encoder ${name} (needed for ${purpose}). Install a build with this encoder.`,
  );
}
