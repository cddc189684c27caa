import { AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { avChannelLayoutDescribe, Frame } from 'node-av/lib';
import { type FilterChain, openFilterChain } from '../media/filter-chain.ts';
import { openAudioDecoder } from './audio-decoder.ts';
import { SAMPLE_RATE, type SourceStream, type StereoBlock } from './audio-format.ts';
import { type ChannelMix, channelMix } from './channel-mix.ts';

// Clocks jitter (Matroska rounds to milliseconds) while the sound goes on without a break: smaller steps are jitter, larger ones real gaps or overlaps.
const JITTER_SEC = 0.01;

/**
 * The sound of a media file as 48 kHz stereo from sample `fromSample` on; sample n is second n / 48000 of the file, exactly, whatever its own rate.
 * Mono goes to both sides at full level, surround is mixed down. Before the file's first sample and in gaps there is silence; it ends where the
 * file's sound ends. Throws FramemillError `invalid_request`.
 */
export function openFileStream(path: string, fromSample: number): SourceStream {
  const decoder = openAudioDecoder(path, fromSample / SAMPLE_RATE);
  const input = new Frame();
  input.alloc();
  const ready: PlacedBlock[] = [];
  let chain: FilterChain | null = null;
  let chainKey = '';
  let mix: ChannelMix | null = null;
  let floatFile = false;
  /** Number of the next sample out of the resampler, and of the next one it expects. */
  let outNext = 0;
  let inNext = 0;
  let ended = false;
  let position = fromSample;

  function drain(): void {
    for (let frame = chain?.pull(); frame; frame = chain?.pull()) {
      const block = copyOut(frame);
      if (floatFile) for (const side of [block.left, block.right]) leaveOutNoNumbers(side);
      ready.push({ start: outNext, block });
      outNext += frame.nbSamples;
    }
  }

  /** Starts a resampler at the last place up to `first` at which input and output samples coincide, with silence up to there. */
  function restart(first: number, key: string): FilterChain {
    chain?.push(null);
    drain();
    chain?.close();
    const grid = coincidence(input.sampleRate);
    const aligned = Math.floor(first / grid.input) * grid.input;
    outNext = (aligned / grid.input) * grid.output;
    inNext = first;
    chainKey = key;
    mix = channelMix(input.channelLayout);
    // Decoders that compute their samples hand out planes.
    floatFile = input.format === AV_SAMPLE_FMT_FLT || input.format === AV_SAMPLE_FMT_DBL;
    chain = openResampler(input, mix, first - aligned);
    return chain;
  }

  function decodeMore(): void {
    const first = decoder.next(input);
    if (first === null) {
      ended = true;
      chain?.push(null);
      drain();
      return;
    }
    const key = `${input.format} ${input.sampleRate} ${avChannelLayoutDescribe(input.channelLayout)}`;
    const goesOn = chain && key === chainKey && Math.abs(first - inNext) <= JITTER_SEC * input.sampleRate;
    const target = chain && goesOn ? chain : restart(first, key);
    if (mix?.places) input.channelLayout = mix.places;
    target.push(input);
    inNext += input.nbSamples;
    drain();
  }

  return {
    mono: decoder.channels === 1,
    read(into, offset, count) {
      let done = 0;
      while (done < count) {
        const head = ready[0];
        if (!head) {
          if (ended) break;
          decodeMore();
          continue;
        }
        if (head.start + head.block.left.length <= position) {
          ready.shift();
          continue;
        }
        if (head.start > position) {
          const silent = Math.min(count - done, head.start - position);
          into.left.fill(0, offset + done, offset + done + silent);
          into.right.fill(0, offset + done, offset + done + silent);
          done += silent;
          position += silent;
          continue;
        }
        const from = position - head.start;
        const taken = Math.min(count - done, head.block.left.length - from);
        into.left.set(head.block.left.subarray(from, from + taken), offset + done);
        into.right.set(head.block.right.subarray(from, from + taken), offset + done);
        done += taken;
        position += taken;
      }
      return done;
    },
    close() {
      chain?.close();
      input.free();
      decoder.close();
    },
  };
}

interface PlacedBlock {
  start: number;
  block: StereoBlock;
}

/** Every `input` samples at `rate` take exactly as long as `output` samples at 48 kHz. */
function coincidence(rate: number): { input: number; output: number } {
  let a = rate;
  let b = SAMPLE_RATE;
  while (b !== 0) [a, b] = [b, a % b];
  return { input: rate / a, output: SAMPLE_RATE / a };
}

function openResampler(frame: Frame, { places, step }: ChannelMix, silence: number): FilterChain {
  const channels = avChannelLayoutDescribe(places ?? frame.channelLayout) ?? 'stereo';
  return openFilterChain([
    [
      'abuffer',
      `time_base=1/${frame.sampleRate}:sample_rate=${frame.sampleRate}:sample_fmt=${frame.format}:channel_layout=${channels}`,
    ],
    ...(silence > 0 ? [['adelay', `${silence}S:all=1`] as const] : []),
    ['aresample', `${SAMPLE_RATE}`],
    ...(step ? [step] : []),
    ['aformat', `sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`],
    ['abuffersink', ''],
  ]);
}

/** Float files of damaged projects hold NaN and infinities: one of them in a filter's memory silences all that follows. */
function leaveOutNoNumbers(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) values[i] = 0;
}

/** Copies a planar float stereo frame out of the library's memory. */
export function copyOut(frame: Frame): StereoBlock {
  const [left, right] = frame.data ?? [];
  return { left: floats(left, frame.nbSamples), right: floats(right, frame.nbSamples) };
}

function floats(plane: Buffer | undefined, count: number): Float32Array {
  if (!plane) return new Float32Array(count);
  return new Float32Array(plane.buffer, plane.byteOffset, count).slice();
}
