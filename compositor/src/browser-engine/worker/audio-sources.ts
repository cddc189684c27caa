import { FramemillError } from '@framemill/timeline/rendering';
import { type AudioSample, AudioSampleSink, type Input, type InputAudioTrack, MP3 } from 'mediabunny';
import { SAMPLE_RATE, type SourceStream, type StereoBlock } from '../../audio/audio-format.ts';
import type { AudioPorts } from '../../audio/audio-ports.ts';
import { type BlockConverter, type BlockQueue, joinBlocks } from '../../audio/block-stream.ts';
import type { StampedBlock } from '../../audio/continuity.ts';
import { downmixed } from '../../audio/downmix.ts';
import { createResampler } from '../../audio/dsp/resampler.ts';
import { playSincTape } from '../../audio/speed.ts';
import type { MediaAccess } from './media-access.ts';
import { openMediaInput, timeZeroOf, undecodable } from './media-input.ts';
import { openMemorySpool } from './memory-spool.ts';
import { mp3Priming } from './mp3-priming.ts';

/** Decoded block: one plane of samples for each channel. */
interface DecodedBlock extends StampedBlock {
  readonly planes: readonly Float32Array[];
}

/** Opened audio of a file. */
interface OpenAudio {
  readonly input: Input;
  readonly track: InputAudioTrack;
  readonly channels: number;
  readonly tickSec: number;
  /** Time of the file's time zero, in seconds of its time stamps. */
  readonly zeroSec: number;
  /** Whether times are exact after a seek. Blocks of Vorbis have different lengths, which only their order tells. */
  readonly isExactSeek: boolean;
  /** Number of streams that play the file. */
  users: number;
}

const mostFiles = 16;
// An open file keeps the bytes that it has loaded.
const mostBytesOfFile = 4 * 1024 * 1024;
/** Time that is decoded before the first wanted sample: codecs with overlapping blocks need it. */
const prerollSec = 0.5;
/** Time that is decoded beyond the requested one: gaps are told from wrong time stamps by what follows. */
const aheadSec = 1;
/** Most samples of one stream, over all channels: 12 hours of 5.1 audio at 96 kHz. */
const mostSamples = 25e9;

/**
 * Creates the ports of the mixer in a browser: sources are read by range requests and decoded by the browser, and
 * spools are in memory.
 */
export function createBrowserAudio(files: Pick<MediaAccess, 'request'>): AudioPorts {
  // Insertion order is the order of use.
  const opened = new Map<string, Promise<OpenAudio>>();

  function open(path: string): Promise<OpenAudio> {
    const audio = opened.get(path) ?? openAudio(path, files);
    opened.delete(path);
    opened.set(path, audio);
    audio.catch(() => opened.delete(path));
    return audio;
  }

  async function closeUnused(): Promise<void> {
    for (const [path, audio] of opened) {
      if (opened.size <= mostFiles) break;
      const known = await audio.catch(() => null);
      if (known && known.users > 0) continue;
      opened.delete(path);
      known?.input.dispose();
    }
  }

  return {
    async openSource(path, fromSample): Promise<SourceStream> {
      const audio = await open(path).catch(throwFileError);
      audio.users += 1;
      await closeUnused();
      const blocks = openQueue(audio, fromSample / SAMPLE_RATE);
      const stream = joinBlocks({ blocks, keyOf, channelsOf, openConverter, fromSample, mostSamples });
      return {
        ...stream,
        close() {
          stream.close();
          audio.users -= 1;
        },
      };
    },
    playTape: playSincTape,
    openSpool: openMemorySpool,
    takeTurn: () => new Promise((resolve) => setTimeout(resolve)),
  };
}

async function openAudio(path: string, files: Pick<MediaAccess, 'request'>): Promise<OpenAudio> {
  const input = openMediaInput(path, files, mostBytesOfFile);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new FramemillError('invalid_request', 'This file has no audio. Use a file with audio.');
  if (!(await track.canDecode())) {
    const codec = await track.getCodecParameterString();
    throw undecodable('audio', codec, 'Convert it to AAC, MP3, Opus, FLAC or WAV, or use a browser that can.');
  }
  const rate = await track.getSampleRate();
  const primingSec = (await input.getFormat()) === MP3 ? (await mp3Priming(path, files)) / rate : 0;
  return {
    ...{ input, track, users: 0 },
    isExactSeek: (await track.getCodec()) !== 'vorbis',
    channels: await track.getNumberOfChannels(),
    tickSec: 1 / (await track.getTimeResolution()),
    zeroSec: (await timeZeroOf(input, 'audio', 0)) + primingSec,
  };
}

/** Throws an error of the library or of the network as one of a file, to which the mixer adds the clip. */
function throwFileError(cause: unknown): never {
  if (cause instanceof FramemillError) throw cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new FramemillError('unavailable', `This file cannot be read (${reason}). Upload it again.`, {}, { cause });
}

/**
 * Opens the decoded blocks of a file. The first begins before `fromSec`, or at time zero. Vorbis is decoded from there.
 */
function openQueue(audio: OpenAudio, fromSec: number): BlockQueue<DecodedBlock> {
  const { track, zeroSec, channels, tickSec } = audio;
  const sink = new AudioSampleSink(track);
  const samples =
    audio.isExactSeek && fromSec > prerollSec ? sink.samples(zeroSec + fromSec - prerollSec) : sink.samples();
  const waiting: DecodedBlock[] = [];
  /** End of the last decoded block, in seconds of the file. */
  let loadedSec = Number.NEGATIVE_INFINITY;
  let hasEnded = false;

  function take(sample: AudioSample): void {
    const block = blockOf(sample, zeroSec);
    sample.close();
    if (!block) return;
    waiting.push(block);
    loadedSec = (block.first + block.count) / block.rate;
  }

  return {
    channels,
    tickSec,
    async load(untilSec) {
      while (!hasEnded && loadedSec < untilSec + aheadSec) {
        const { value, done } = await samples.next().catch(throwFileError);
        if (done) hasEnded = true;
        else take(value);
      }
    },
    next() {
      const block = waiting.shift();
      if (block) return block;
      if (hasEnded) return null;
      throw new FramemillError('internal_error', `Audio was read after ${loadedSec} s, before it was loaded.`);
    },
    *ahead(isSameKind) {
      for (const block of waiting) {
        if (!isSameKind(block)) return;
        yield block;
      }
    },
    close() {
      hasEnded = true;
      samples.return().catch(() => undefined);
    },
  };
}

/** Copies a decoded sample. Priming samples before time zero are left out; null when nothing is left. */
function blockOf(sample: AudioSample, zeroSec: number): DecodedBlock | null {
  const { sampleRate: rate, numberOfFrames, numberOfChannels } = sample;
  const index = Math.round((sample.timestamp - zeroSec) * rate);
  const skipped = Math.max(0, -index);
  const count = numberOfFrames - skipped;
  if (count <= 0) return null;
  const planes = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(count);
    sample.copyTo(plane, { planeIndex, format: 'f32-planar', frameOffset: skipped });
    return plane;
  });
  return { first: index + skipped, count, rate, planes };
}

function keyOf({ rate, planes }: DecodedBlock): string {
  return `${rate} ${planes.length}`;
}

function channelsOf({ planes }: DecodedBlock): number {
  return planes.length;
}

function openConverter({ rate }: DecodedBlock, silence: number): BlockConverter<DecodedBlock> {
  const resample = createResampler(rate);
  const converted: StereoBlock[] = [];
  let hasEnded = false;
  if (silence > 0) converted.push(resample({ left: new Float32Array(silence), right: new Float32Array(silence) }));
  return {
    push(block) {
      if (hasEnded) return;
      hasEnded = block === null;
      converted.push(resample(block && downmixed(block.planes)));
    },
    pull: () => converted.shift() ?? null,
    close: () => undefined,
  };
}
