import { wavFile } from '@framemill/infra/testing';

/** A WAV file: 16-bit stereo at 48 kHz, a sine of `hertz`. */
export function toneWav(seconds: number, hertz: number): Buffer {
  return wavFile(seconds, (sec) => (8_000 / 32_767) * Math.sin(2 * Math.PI * hertz * sec));
}
