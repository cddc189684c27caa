import { copyFileSync } from 'node:fs';
import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline/rendering';
import { AVFMT_FLAG_BITEXACT } from 'node-av/constants';
import { Dictionary, FormatContext } from 'node-av/lib';
import { audioCodecOf } from '../audio/encoders/index.ts';
import { formatFacts } from '../catalog/formats.ts';
import { check } from '../media/av-error.ts';
import { openAudioPackets } from '../media/copy/audio-packets.ts';
import { streamDurationSec } from '../media/duration.ts';
import { openInput } from '../media/open-input.ts';
import type { StitchInput } from '../media/stitch-input.ts';

/**
 * Writes a file of the audio alone, without encoding it again. See `stitch`. Throws `invalid_request` when there is no
 * audio.
 */
export async function joinAudio({ audio, profile, outPath }: StitchInput): Promise<void> {
  if (audio === null) {
    const message = `The project has no audio for ${profile.format}. Add a clip with audio first.`;
    throw new FramemillError('invalid_request', message);
  }
  const { muxer: container } = formatFacts(profile.format);
  // A remux to the same container would lose the declared priming of the encoder.
  if (audioCodecOf(profile.format)?.muxer === container) return copyFileSync(audio, outPath);
  const muxer = new FormatContext();
  check(muxer.allocOutputContext2(null, container, outPath), `creating ${basename(outPath)}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const mix = openAudioPackets(audio);
  try {
    mix.addTo(muxer);
    check(muxer.openOutputSync(), `creating ${basename(outPath)}`);
    const options = container === 'ipod' ? { movflags: '+faststart' } : {};
    check(muxer.writeHeaderSync(Dictionary.fromObject(options)), `creating ${basename(outPath)}`);
    mix.copyUntil(Number.POSITIVE_INFINITY, muxer);
    check(muxer.writeTrailerSync(), `finishing ${basename(outPath)}`);
  } finally {
    mix.close();
    muxer.closeOutputSync();
    muxer.freeContext();
  }
}

/** Returns the duration of a file's audio, in seconds; 0 when it is not stated. */
export function audioSeconds(path: string): number {
  const input = openInput(path, basename(path));
  try {
    return input.audio ? streamDurationSec(input, input.audio) : 0;
  } finally {
    input.close();
  }
}
