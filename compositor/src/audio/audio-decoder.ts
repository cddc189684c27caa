import { FramemillError } from '@framemill/timeline/rendering';
import { AV_NOPTS_VALUE, AVDISCARD_ALL, AVERROR_EAGAIN, AVERROR_EOF, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { CodecContext, Frame, Packet, type Stream } from 'node-av/lib';
import { check } from '../media/av-error.ts';
import { findDecoder, undecodable } from '../media/decoders.ts';
import { openInput, THIS_FILE } from '../media/open-input.ts';
import { createRunningClock, zeroTicks } from '../media/stream-times.ts';
import type { BlockQueue } from './block-stream.ts';
import type { StampedBlock } from './continuity.ts';

/** Sequential decoder of a file's audio, in the file's own sample rate and channel layout, which may change midway. */
interface AudioDecoder {
  readonly channels: number;
  /** Duration of one tick of the time stamps, in seconds. */
  readonly tickSec: number;
  /** Number of damaged packets skipped so far. */
  readonly damaged: number;
  /**
   * Decodes the next block into `frame`. Returns the index of its first sample, counted at the block's own rate from
   * the file's time zero. The index is negative for priming samples before time zero. Returns null at the end.
   */
  next(frame: Frame): number | null;
  close(): void;
}

// Codecs with overlapping blocks need some audio before the requested sample; 80 ms is Opus' own rule, AAC with SBR
// needs about as much.
const PREROLL_SEC = 0.5;

// Packets of broadcasts hold up to some ten blocks, of which only the first has its own time stamp.
const BREAK_SEC = 0.1;

/**
 * Opens the audio of a media file for decoding. The first block starts at or before `fromSec`. In containers with
 * sample-exact time stamps the decoder seeks to near this time. Other files (MP3, Matroska) are decoded from their
 * start, since only this gives exact sample numbers. Throws FramemillError `invalid_request` when there is no audio
 * that can be decoded.
 */
export function openAudioDecoder(path: string, fromSec: number): AudioDecoder {
  const input = openInput(path);
  const stream = input.audio;
  if (!stream) {
    input.close();
    throw new FramemillError('invalid_request', `${THIS_FILE} has no audio. Use a file with audio.`);
  }
  const context = openContext(stream);
  for (const other of input.format.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
  const packet = new Packet();
  packet.alloc();
  const zero = zeroTicks(input, stream);
  const { num, den } = stream.timeBase;
  let damaged = 0;
  let ended = false;
  const { sampleRate } = stream.codecpar;
  const runningClock = createRunningClock(input);
  /** End of the previous block, in seconds. */
  let followingSec: number | null = null;

  if (input.container.sampleExactSeek && fromSec > PREROLL_SEC) {
    const ticks = BigInt(Math.floor(((fromSec - PREROLL_SEC) * den) / num));
    check(
      input.format.seekFrameSync(stream.index, ticks + zero, AVSEEK_FLAG_BACKWARD),
      `${THIS_FILE}: seeking`,
      'invalid_request',
    );
  }

  function feed(): void {
    for (;;) {
      const result = input.format.readFrameSync(packet);
      if (result < 0) {
        // A damaged tail ends the audio; what was decoded before is used.
        if (result !== AVERROR_EOF) damaged += 1;
        ended = true;
        context.sendPacketSync(null);
        return;
      }
      const mine = packet.streamIndex === stream?.index;
      const sent = mine ? context.sendPacketSync(packet) : 0;
      packet.unref();
      if (mine && sent < 0 && sent !== AVERROR_EAGAIN) damaged += 1;
      if (mine) return;
    }
  }

  /**
   * Returns the start of a block in seconds. Demuxers keep the initial sample rate of a stream. After a change of the
   * rate, time stamps are therefore used only to detect gaps.
   */
  function placeOf(frame: Frame): number {
    if (frame.pts === AV_NOPTS_VALUE) return followingSec ?? 0;
    if (followingSec !== null && input.container.stampless) return followingSec;
    const statedSec = runningClock((Number(frame.pts - zero) * num) / den, followingSec ?? Number.NEGATIVE_INFINITY);
    if (followingSec === null) return statedSec;
    return frame.sampleRate !== sampleRate && Math.abs(statedSec - followingSec) < BREAK_SEC ? followingSec : statedSec;
  }

  return {
    channels: stream.codecpar.channels,
    tickSec: num / den,
    get damaged() {
      return damaged;
    },
    next(frame) {
      for (;;) {
        frame.unref();
        const result = context.receiveFrameSync(frame);
        if (result >= 0) {
          const firstSec = placeOf(frame);
          followingSec = firstSec + frame.nbSamples / frame.sampleRate;
          return Math.round(firstSec * frame.sampleRate);
        }
        if (result === AVERROR_EOF || ended) return null;
        feed();
      }
    },
    close() {
      packet.free();
      context.freeContext();
      input.close();
    },
  };
}

function openContext(stream: Stream): CodecContext {
  const codec = findDecoder(stream);
  if (!codec) throw undecodable(THIS_FILE, stream);
  const context = new CodecContext();
  context.allocContext3(codec);
  check(context.parametersToContext(stream.codecpar), `${THIS_FILE}: opening its audio`, 'invalid_request');
  context.pktTimebase = stream.timeBase;
  context.threadCount = 1;
  check(context.open2Sync(codec), `${THIS_FILE}: opening its audio`, 'invalid_request');
  return context;
}

/** Block of decoded samples, in its own sample rate and channel layout. */
export interface DecodedBlock extends StampedBlock {
  readonly frame: Frame;
}

/** Creates the queue of a decoder that is at its start. The queue owns the decoder. */
export function openBlockQueue(decoder: AudioDecoder): BlockQueue<DecodedBlock> {
  const waiting: DecodedBlock[] = [];
  const spare: Frame[] = [];
  let current: DecodedBlock | null = null;

  function decode(): DecodedBlock | null {
    const frame = spare.pop() ?? newFrame();
    const first = decoder.next(frame);
    if (first !== null) return { frame, first, count: frame.nbSamples, rate: frame.sampleRate };
    spare.push(frame);
    return null;
  }

  return {
    channels: decoder.channels,
    tickSec: decoder.tickSec,
    next() {
      if (current) spare.push(current.frame);
      current = waiting.shift() ?? decode();
      return current;
    },
    *ahead(isSameKind) {
      for (let index = 0; ; index++) {
        const block = waiting[index] ?? decode();
        if (block === null) return;
        if (index === waiting.length) waiting.push(block);
        if (!isSameKind(block)) return;
        yield block;
      }
    },
    close() {
      for (const frame of spare) frame.free();
      for (const { frame } of waiting) frame.free();
      current?.frame.free();
      decoder.close();
    },
  };
}

function newFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
