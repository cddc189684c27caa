import type { SeekFacts } from '@framemill/timeline/rendering';
import { AV_NOPTS_VALUE, AVDISCARD_ALL } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import { SEEK_BUDGET_PIXELS } from '../../plan/decode-limits.ts';
import { decodeCost } from '../decode/decode-budget.ts';
import { openInput } from '../open-input.ts';
import { zeroTicks } from '../stream-times.ts';

/**
 * Maximum number of packets that are read: 12 hours at 60 frames a second, which take 10 s. Seeks in later parts of the
 * file are limited only by the decode budget.
 */
const MAX_PACKETS = 2_600_000;
/** Maximum number of time ranges in `SeekFacts.outOfReach`. */
const MAX_STRETCHES = 16;

/**
 * Measures the decoding cost of seeks in a video. Reads all packets once (1 to 7 us each) and decodes nothing. The cost
 * of a GOP is its number of packets times the pixels of a frame, as in `DecodeBudget`. Returns undefined for a file
 * without video.
 */
export function seekFacts(path: string): SeekFacts | undefined {
  const input = openInput(path);
  const packet = new Packet();
  packet.alloc();
  try {
    const { video, format, container } = input;
    if (!video) return undefined;
    for (const other of format.streams) if (other.index !== video.index) other.discard = AVDISCARD_ALL;
    const { num, den } = video.timeBase;
    const zero = zeroTicks(input, video);
    // These demuxers cannot seek: see `VideoDecoder.seek`.
    const fromStart = container.frameTimes === 'sparse' || container.demuxer === 'webp_anim';
    const cost = decodeCost(video.codecpar.codecId, video.codecpar.width, video.codecpar.height);
    const facts: SeekFacts = { pixels: 0, outOfReach: [] };
    let group = 0;
    let open: SeekFacts['outOfReach'][number] | null = null;
    for (let packets = 0; packets < MAX_PACKETS && format.readFrameSync(packet) >= 0; ) {
      if (packet.streamIndex === video.index) {
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
        if (group > SEEK_BUDGET_PIXELS && atSec !== null) {
          if (open) open.fromSec = Math.min(open.fromSec, atSec);
          else if (facts.outOfReach.length < MAX_STRETCHES) {
            open = { fromSec: atSec, toSec: null };
            facts.outOfReach.push(open);
          }
        }
      }
      packet.unref();
    }
    return facts;
  } finally {
    packet.free();
    input.close();
  }
}
