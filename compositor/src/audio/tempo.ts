import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { avChannelLayoutDefault, Frame } from 'node-av/lib';
import { openFilterChain } from '../media/filter-chain.ts';
import { type PcmStream, SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { copyOut } from './file-stream.ts';
import { playRamp, RAMP_LEAD } from './ramp.ts';
import { audioOfStream, later } from './seekable-audio.ts';

const BLOCK = 4096;
/** Number of past source samples that are buffered at normal speed. Faster stretching buffers a multiple of it. */
const KEPT = 16_384;

/**
 * Factor by which sample rates are multiplied before they are passed to the resampler, which accepts only integers.
 * With this factor, slowed audio is at most 10 ms off after ten minutes, and the highest rate is below 2^31.
 */
const RATE_STEPS = 64;

/**
 * Change of speed and pitch. `speed` is the number of source seconds in a second of the result; `pitch` is an
 * additional shift in semitones.
 */
export interface Tempo {
  speed: number;
  /** Whether `speed` leaves the pitch unchanged. false: it changes the pitch as well, like a tape. */
  preservePitch: boolean;
  pitch: number;
  /** Length of the result, in samples. */
  lengthSamples: number;
  /** Number of source samples before the first one to play. Default 0. */
  lead?: number;
}

/** Returns the recommended `lead` for a change of tempo: the number of source samples before the first one to play. */
export function tempoLead(tempo: Tempo): number {
  const { tape, stretch } = stepsOf(tempo);
  return stretch === 1 ? 0 : Math.ceil(RAMP_LEAD * tape);
}

/**
 * Splits a change of tempo into a tape speed (time and pitch together) and the factor of the remaining time stretching.
 */
function stepsOf({ speed, preservePitch, pitch }: Tempo): { tape: number; stretch: number } {
  const tape = (preservePitch ? 1 : speed) * 2 ** (pitch / 12);
  return { tape, stretch: speed / tape };
}

/**
 * Plays `source` with another speed and pitch. First the audio is resampled, which changes time and pitch together, as
 * on tape. Then time stretching, which keeps the pitch, sets the wanted speed. The result begins with the first sample
 * of the source. Stretched audio is silent after the source's end. Closing the result closes the source.
 */
export function changeTempo(source: PcmStream, tempo: Tempo): PcmStream {
  const { tape, stretch } = stepsOf(tempo);
  const taped = tape === 1 ? source : playTape(source, tape);
  if (stretch === 1) return taped;
  const { lengthSamples, lead = 0 } = tempo;
  const ramp = [
    { at: 0, place: 0 },
    { at: lengthSamples, place: lengthSamples * stretch },
  ];
  const audio = audioOfStream(taped, KEPT * Math.ceil(Math.max(1, stretch)));
  // The codec library's stretcher is not used: at half speed it plays onsets 35 ms early, a cascade of it at a tenth
  // 280 ms.
  return playRamp(later(audio, Math.round(lead / tape)), ramp, true);
}

/** Plays `source` like a tape at `speed`: time and pitch change together. */
function playTape(source: PcmStream, speed: number): PcmStream {
  const chain = openFilterChain([
    ['abuffer', `time_base=1/${SAMPLE_RATE}:sample_rate=${SAMPLE_RATE}:sample_fmt=fltp:channel_layout=stereo`],
    ['asetrate', String(Math.round(RATE_STEPS * SAMPLE_RATE * speed))],
    ['aresample', String(RATE_STEPS * SAMPLE_RATE)],
    ['asetrate', String(SAMPLE_RATE)],
    ['aformat', `sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`],
    ['abuffersink', ''],
  ]);
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
  let fed = 0;
  let ended = false;
  let ready: StereoBlock | null = null;
  let used = 0;

  function feed(): void {
    const got = source.read(block, 0, BLOCK);
    if (got > 0) {
      const frame = frameOf(block, got, BigInt(fed));
      chain.push(frame);
      frame.free();
      fed += got;
    }
    if (got < BLOCK) {
      ended = true;
      chain.push(null);
    }
  }

  return {
    read(into, offset, count) {
      let done = 0;
      while (done < count) {
        if (!ready || used === ready.left.length) {
          const frame = chain.pull();
          if (frame) {
            ready = copyOut(frame);
            used = 0;
          } else if (ended) break;
          else feed();
          continue;
        }
        const part = Math.min(count - done, ready.left.length - used);
        into.left.set(ready.left.subarray(used, used + part), offset + done);
        into.right.set(ready.right.subarray(used, used + part), offset + done);
        used += part;
        done += part;
      }
      return done;
    },
    close() {
      chain.close();
      source.close();
    },
  };
}

function frameOf(block: StereoBlock, count: number, pts: bigint): Frame {
  const bytes = Buffer.concat(
    [block.left, block.right].map((side) => Buffer.from(side.buffer, side.byteOffset, count * 4)),
  );
  return Frame.fromAudioBuffer(bytes, {
    nbSamples: count,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: avChannelLayoutDefault(2),
    timeBase: { num: 1, den: SAMPLE_RATE },
    pts,
  });
}
