import { wavFile } from '@framemill/infra/testing';

/** Creates a WAV file with a sine of `hertz`: 16-bit stereo at 48 kHz. */
export function toneWav(seconds: number, hertz: number): Buffer {
  return wavFile(seconds, (sec) => (8_000 / 32_767) * Math.sin(2 * Math.PI * hertz * sec));
}
