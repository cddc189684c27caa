import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { avChannelLayoutDefault, Frame } from 'node-av/lib';
import { openFilterChain } from '../media/filter-chain.ts';
import { type PcmStream, SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { copyOut } from './file-stream.ts';
import { changeSpeed, type Tempo } from './speed.ts';

const BLOCK = 4096;

/**
 * Factor by which sample rates are multiplied before they are passed to the resampler, which accepts only integers.
 * With this factor, slowed audio is at most 10 ms off after ten minutes, and the highest rate is below 2^31.
 */
const RATE_STEPS = 64;

/** Plays `source` with another speed and pitch; see `changeSpeed`. Tapes are played by the codec library. */
export function changeTempo(source: PcmStream, tempo: Tempo): PcmStream {
  return changeSpeed(source, tempo, playTape);
}

/** Plays `source` like a tape at `speed`: time and pitch change together. Closing the result closes the source. */
export function playTape(source: PcmStream, speed: number): PcmStream {
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
