import { Codec } from 'node-av/lib';
import { audioCodecs } from '../audio/encoders/index.ts';
import { videoCodecs } from '../media/encode/encoders/index.ts';

/** Returns the names of the encoders that Framemill uses and this build of the codec library has, sorted. */
export function availableEncoders(): string[] {
  const names = [...Object.values(videoCodecs), ...Object.values(audioCodecs)].map((codec) => codec.encoder);
  return [...new Set(names)].filter((name) => Codec.findEncoderByName(name) !== null).sort();
}
