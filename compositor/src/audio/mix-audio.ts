import { audioPlan, type Document, FramemillError, type PartLoudness } from '@framemill/timeline/rendering';
import type { MediaFiles } from '../media/media-files.ts';
import type { OutputProfile } from '../plan/profile.ts';
import { openAudioEncoder } from './audio-encoder.ts';
import { type PcmStream, SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { audioCodecOf } from './encoders.ts';
import { createLimiter, MIX_LIMITER } from './limiter.ts';
import { playLevelled } from './loudness/levelling.ts';
import { createLoudnessMeter, type Loudness } from './loudness/loudness-meter.ts';
import { createMixer } from './mixer.ts';
import { playMixer } from './part-mixer.ts';
import { openProcessors } from './processors/chain.ts';
import type { TakeTurn } from './spool.ts';
import { justATurn, openSpool } from './spool-file.ts';

const BLOCK = 4096;
const BLOCKS_A_TURN = 32;

/** Document, sources and output path of a mix. */
export interface MixInput {
  document: Document;
  profile: OutputProfile;
  media: MediaFiles;
  outPath: string;
  /**
   * Target loudness of the whole mix; absent: the level is unchanged. With a target, the mix is first written to a
   * scratch file of 384 kB a second.
   */
  loudness?: PartLoudness;
  /** Whether the finished mix is measured, which takes some 10 ms a second of audio. */
  measure?: boolean;
  /**
   * Called with the number of seconds of audio mixed so far. The number stays constant while clips or the whole mix are
   * measured.
   */
  onProgress?: (doneSec: number) => void;
}

/** Result of a finished mix. */
export interface MixResult {
  sizeBytes: number;
  sha256: string;
  samples: number;
  /** Loudness of the audio before encoding; present only with `measure`. */
  loudness?: Loudness;
}

/**
 * Mixes the audio of the whole document and encodes it in the audio codec of the format, ready for the final mux. Every
 * clip starts at its exact sample, and the length is that of the document, to the sample. Memory does not depend on the
 * length. Clips with a target loudness are first written to scratch files. Yields to the event loop about every 3 s of
 * audio.
 *
 * Throws FramemillError, with the faulty source in `details.src`. Removes the incomplete file on failure.
 */
export async function mixAudio(input: MixInput): Promise<MixResult> {
  const { document, profile, media, outPath } = input;
  const codec = audioCodecOf(profile.format);
  if (codec === null) {
    const message = `No audio can be mixed for the format ${profile.format}, which has no audio. Use another format.`;
    throw new FramemillError('internal_error', message);
  }
  const plan = audioPlan(document, (src) => media[src]?.facts ?? null);
  const encoder = openAudioEncoder(codec, profile.quality, outPath);
  const meter = input.measure ? createLoudnessMeter() : null;
  let opened: PcmStream | null = null;
  try {
    let doneSec = 0;
    const takeTurn = async () => {
      input.onProgress?.(doneSec);
      await justATurn();
    };
    const mixer = createMixer({ parts: plan.parts, media, scratch: outPath, largest: BLOCK, takeTurn });
    const prepare = (until: number) => mixer.prepare(until);
    opened = playMixer(mixer, BLOCK, 0, plan.totalSamples);
    if (input.loudness) {
      const length = { samples: plan.totalSamples, prepare, takeTurn };
      opened = await levelled(opened, length, input.loudness, `${outPath}.spool-mix`);
    }
    const limited = openProcessors(opened, [createLimiter(MIX_LIMITER)]);
    await pump(limited, { samples: plan.totalSamples, prepare, takeTurn }, (block, count) => {
      meter?.add(block, 0, count);
      encoder.write(block, count);
      doneSec += count / SAMPLE_RATE;
    });
    const written = encoder.finish();
    return meter ? { ...written, loudness: meter.finish() } : written;
  } catch (error) {
    encoder.abort();
    throw error;
  } finally {
    opened?.close();
  }
}

/**
 * Writes a whole mix to a scratch file, closes the mix, and returns a stream that plays it at its target loudness.
 * Closing the stream removes the file.
 */
async function levelled(mix: PcmStream, length: Pumping, loudness: PartLoudness, path: string): Promise<PcmStream> {
  const { spool, write } = openSpool(path);
  try {
    await pump(mix, length, write);
  } catch (error) {
    spool.close();
    throw error;
  } finally {
    mix.close();
  }
  return playLevelled(spool, loudness, length.takeTurn);
}

interface Pumping {
  samples: number;
  /** Called before the mix is read up to sample `until`. */
  prepare: (until: number) => Promise<void>;
  takeTurn: TakeTurn;
}

async function pump(
  stream: PcmStream,
  { samples, prepare, takeTurn }: Pumping,
  take: (block: StereoBlock, count: number) => void,
): Promise<void> {
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
  for (let at = 0, blocks = 0; at < samples; blocks += 1) {
    // One block more than requested: the limiter reads ahead.
    await prepare(at + 2 * BLOCK);
    const count = stream.read(block, 0, Math.min(BLOCK, samples - at));
    take(block, count);
    at += count;
    if (blocks % BLOCKS_A_TURN === 0) await takeTurn();
  }
}
