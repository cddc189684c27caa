import type { AudioPart } from '@framemill/timeline';
import { type PcmStream, SAMPLE_RATE, type SourceStream } from './audio-format.ts';
import { openFileStream } from './file-stream.ts';
import { openChain } from './processors/chain.ts';
import { playRamp, RAMP_LEAD, rampOf } from './ramp.ts';
import { audioOfSpool, backwards, later } from './seekable-audio.ts';
import { playSpool, spoolTo } from './spool.ts';
import { changeTempo, tempoLead } from './tempo.ts';

/**
 * Number of source samples that a speed ramp may read after its last sample. An abrupt end there would cause ringing.
 */
const RAMP_MARGIN = 4_096;

/**
 * Opens the audio of one clip from its first sample on, before gains: trimmed, reversed, looped, at its speed, and
 * processed by its effect chain. The stream may end before the clip does; the rest is silent. `spoolPath` is the path
 * of a scratch file, which is used for looped and reversed clips and for speed ramps. Filling the file takes as long as
 * decoding this audio; `close` removes it.
 */
export async function openPartStream(part: AudioPart, path: string, spoolPath: string): Promise<SourceStream> {
  const first = Math.round(part.sourceStartSec * SAMPLE_RATE);
  const lead = Math.min(first, wantedLead(part));
  const source = openFileStream(path, first - lead);
  const played = await openPlayed(part, source, spoolPath, first, lead);
  return { ...openChain(played, part.chain), mono: source.mono };
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

/**
 * Opens the audio of a part at the part's speed and direction. `source` begins `lead` samples before sample `first`. It
 * is closed with the result, or on failure.
 */
async function openPlayed(
  part: AudioPart,
  source: PcmStream,
  spoolPath: string,
  first: number,
  lead: number,
): Promise<PcmStream> {
  if (part.timeMap.length > 1) {
    const ramp = await openRamp(part, source, spoolPath, first, lead);
    return part.pitch === 0 ? ramp : changeTempo(ramp, { ...part, speed: 1, preservePitch: true });
  }
  const steady = await openSteady(part, source, spoolPath, first);
  return part.speed === 1 && part.pitch === 0 ? steady : changeTempo(steady, { ...part, lead });
}

async function openSteady(part: AudioPart, source: PcmStream, spoolPath: string, first: number): Promise<PcmStream> {
  const wanted = Math.ceil(part.lengthSamples * part.speed);
  const period = loopPeriod(part, first, wanted);
  if (period === null && !part.reverse) return source;
  const spool = await spoolTo(spoolPath, source, period ?? wanted);
  if (period === null) return playSpool(spool, { reverse: true, loop: false });
  const offset = Math.round(part.loopOffsetSec * SAMPLE_RATE);
  if (!part.reverse) return playSpool(spool, { reverse: false, loop: true, skip: offset % period });
  // Reversed, the clip itself ends at its in-point or the loop offset after it, so the incomplete round comes first.
  const own = offset + Math.round((part.lengthSamples - part.handleSamples) * part.speed);
  return playSpool(spool, { reverse: true, loop: true, skip: (period - (own % period)) % period });
}

async function openRamp(
  part: AudioPart,
  source: PcmStream,
  spoolPath: string,
  first: number,
  lead: number,
): Promise<PcmStream> {
  const places = part.timeMap.map(({ sourceSec }) => sourceSec * SAMPLE_RATE - first);
  const end = Math.round(Math.max(1, ...places));
  const period = loopPeriod(part, first, end);
  const spool = await spoolTo(
    spoolPath,
    source,
    period ?? lead + end + (part.reverse && part.preservePitch ? 0 : RAMP_MARGIN),
  );
  const audio = later(audioOfSpool(spool, period !== null), lead);
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
