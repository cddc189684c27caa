import type { AudioPart } from '@framemill/timeline';
import { type PcmStream, SAMPLE_RATE, type SourceStream } from './audio-format.ts';
import type { AudioPorts } from './audio-ports.ts';
import { openChain } from './processors/chain.ts';
import { playRamp, RAMP_LEAD, rampOf } from './ramp.ts';
import { audioOfSpool, backwards, later } from './seekable-audio.ts';
import { changeSpeed, tempoLead } from './speed.ts';
import { playSpool, type Spool, spoolTo } from './spool.ts';

/**
 * Number of source samples that a speed ramp may read after its last sample. An abrupt end there would cause ringing.
 */
const RAMP_MARGIN = 4_096;

/** Number of source samples, after the lead, that a change of speed reads when it is opened. */
const SPEED_START = 16_384;

/** Opens what a part plays, from a sample on. */
export type OpenSource = (fromSample: number) => SourceStream | Promise<SourceStream>;

/**
 * Opens the audio of one clip from its first sample on, before gains: trimmed, reversed, looped, at its speed, and
 * processed by its effect chain. The stream may end before the clip does; the rest is silent. `spoolPath` is the path of
 * a spool, which is used for looped and reversed clips and for speed ramps. Filling the spool takes as long as decoding
 * this audio; `close` frees it.
 */
export async function openPlayedPart(
  part: AudioPart,
  openSource: OpenSource,
  spoolPath: string,
  ports: AudioPorts,
): Promise<SourceStream> {
  const first = Math.round(part.sourceStartSec * SAMPLE_RATE);
  const lead = Math.min(first, wantedLead(part));
  const source = await openSource(first - lead);
  const spool = (from: PcmStream, samples: number) => spoolTo(ports.openSpool(spoolPath), from, samples, ports);
  const played = await openPlayed({ part, source, first, lead, spool, ports });
  return { ...openChain(played, part.chain), mono: source.mono };
}

/** Audio of a part that is being opened. */
interface OpeningPart {
  readonly part: AudioPart;
  /** Audio of the source. It begins `lead` samples before sample `first`. */
  readonly source: PcmStream;
  readonly first: number;
  readonly lead: number;
  /** Stores a stream in the part's spool. */
  spool(from: PcmStream, samples: number): Promise<Spool>;
  readonly ports: AudioPorts;
}

/**
 * Returns the number of source samples that a part needs before its first one. For a loop this is 0, because the end of
 * the loop precedes its start.
 */
function wantedLead(part: AudioPart): number {
  if (part.loop) return 0;
  if (part.timeMap.length > 1) return RAMP_LEAD;
  return part.reverse ? 0 : tempoLead(part);
}

/** Opens the audio of a part at the part's speed and direction. The source is closed with the result, or on failure. */
async function openPlayed(opening: OpeningPart): Promise<PcmStream> {
  const { part, lead, ports } = opening;
  if (part.timeMap.length > 1) {
    const ramp = await openRamp(opening);
    return part.pitch === 0 ? ramp : changeSpeed(ramp, { ...part, speed: 1, preservePitch: true }, ports.playTape);
  }
  const steady = await openSteady(opening);
  if (part.speed === 1 && part.pitch === 0) return steady;
  if (steady.ready)
    await steady.ready((lead + SPEED_START) * Math.ceil(Math.max(1, part.speed) * 2 ** (part.pitch / 12)));
  return changeSpeed(steady, { ...part, lead }, ports.playTape);
}

async function openSteady({ part, source, first, spool }: OpeningPart): Promise<PcmStream> {
  const wanted = Math.ceil(part.lengthSamples * part.speed);
  const period = loopPeriod(part, first, wanted);
  if (period === null && !part.reverse) return source;
  const stored = await spool(source, period ?? wanted);
  if (period === null) return playSpool(stored, { reverse: true, loop: false });
  const offset = Math.round(part.loopOffsetSec * SAMPLE_RATE);
  if (!part.reverse) return playSpool(stored, { reverse: false, loop: true, skip: offset % period });
  // Reversed, the clip itself ends at its in-point or the loop offset after it, so the incomplete round comes first.
  const own = offset + Math.round((part.lengthSamples - part.handleSamples) * part.speed);
  return playSpool(stored, { reverse: true, loop: true, skip: (period - (own % period)) % period });
}

async function openRamp({ part, source, first, lead, spool }: OpeningPart): Promise<PcmStream> {
  const places = part.timeMap.map(({ sourceSec }) => sourceSec * SAMPLE_RATE - first);
  const end = Math.round(Math.max(1, ...places));
  const period = loopPeriod(part, first, end);
  const margin = part.reverse && part.preservePitch ? 0 : RAMP_MARGIN;
  const stored = await spool(source, period ?? lead + end + margin);
  const audio = later(audioOfSpool(stored, period !== null), lead);
  const ramp = rampOf(part.timeMap, { first, end, reverse: part.reverse });
  return playRamp(part.reverse ? backwards(audio, end) : audio, ramp, part.preservePitch);
}

/**
 * Returns the length of a loop in samples; null when the part does not loop, or when it ends before the loop repeats.
 * `wanted` is the number of samples that the part plays.
 */
function loopPeriod(part: AudioPart, first: number, wanted: number): number | null {
  const period = Math.round(part.loopEndSec * SAMPLE_RATE) - first;
  // Reversed, the handle begins a new round wherever the clip itself began.
  const comesRound = period < wanted || part.loopOffsetSec > 0 || (part.reverse && part.handleSamples > 0);
  return part.loop && period > 0 && comesRound ? period : null;
}
