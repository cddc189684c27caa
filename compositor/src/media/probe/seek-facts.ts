import type { SeekFacts } from '@framemill/timeline/rendering';
import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { SEEK_BUDGET_PIXELS } from '../../plan/decode-limits.ts';
import { decodeCost } from '../decode/decode-budget.ts';
import type { MediaInput } from '../open-input.ts';
import { zeroTicks } from '../stream-times.ts';

/**
 * Maximum number of packets that count: 12 hours at 60 frames a second. Seeks in later parts of the file are limited
 * only by the decode budget.
 */
const MAX_PACKETS = 2_600_000;
/** Maximum number of time ranges in `SeekFacts.outOfReach`. */
const MAX_STRETCHES = 16;

/** Measures the decoding cost of seeks in a video, whose packets are added in the order of the file. */
export interface SeekMeter {
  add(packet: Packet): void;
  facts(): SeekFacts;
}

/**
 * Creates a meter for the video stream of a file. Nothing is decoded: the cost of a GOP is its number of packets times
 * the pixels of a frame, as in `DecodeBudget`. Only the first `MAX_PACKETS` packets count.
 */
export function createSeekMeter(input: MediaInput, video: Stream): SeekMeter {
  const { container } = input;
  const { num, den } = video.timeBase;
  const zero = zeroTicks(input, video);
  // These demuxers cannot seek: see `VideoDecoder.seek`.
  const fromStart = container.frameTimes === 'sparse' || container.demuxer === 'webp_anim';
  const cost = decodeCost(video.codecpar.codecId, video.codecpar.width, video.codecpar.height);
  const facts: SeekFacts = { pixels: 0, outOfReach: [] };
  let packets = 0;
  let group = 0;
  let open: SeekFacts['outOfReach'][number] | null = null;
  return {
    add(packet) {
      if (packets >= MAX_PACKETS) return;
      packets += 1;
      const stamp = packet.pts === AV_NOPTS_VALUE ? packet.dts : packet.pts;
      const atSec = stamp === AV_NOPTS_VALUE ? null : Math.max(0, (Number(stamp - zero) * num) / den);
      if (packet.isKeyframe && atSec !== null && !fromStart) {
        group = 0;
        if (open) open.toSec = atSec;
        open = null;
      }
      group += cost;
      facts.pixels = Math.max(facts.pixels, group);
      if (group <= SEEK_BUDGET_PIXELS || atSec === null) return;
      if (open) open.fromSec = Math.min(open.fromSec, atSec);
      else if (facts.outOfReach.length < MAX_STRETCHES) {
        open = { fromSec: atSec, toSec: null };
        facts.outOfReach.push(open);
      }
    },
    facts: () => facts,
  };
}
