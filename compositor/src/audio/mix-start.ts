import type { AudioPart } from '@framemill/timeline/rendering';
import { SAMPLE_RATE } from './audio-format.ts';

/**
 * Number of samples before the first requested one that are mixed and discarded. Filters, compressors, echoes and the
 * limiter reach the state that they have in a mix from the start, except for tails of more than 3 s.
 */
const LEAD = 3 * SAMPLE_RATE;

/**
 * Returns the parts of a mix that is played from sample `fromSample` on, and the earlier sample at which the mixer must
 * begin. The caller discards the samples between both.
 */
export function startedMix(
  parts: readonly AudioPart[],
  fromSample: number,
): { parts: readonly AudioPart[]; fromSample: number } {
  const begin = beginningOf(parts, Math.max(0, fromSample - LEAD));
  return { parts: parts.map((part) => startingAt(part, begin)), fromSample: begin };
}

/**
 * Returns the sample at which a mix must begin so that every part which is audible at sample `at` can be cut there or
 * begins later. Speed ramps and parts with a target loudness are played from their own start.
 */
function beginningOf(parts: readonly AudioPart[], at: number): number {
  let begin = at;
  for (const { startSample, lengthSamples, timeMap, loudness } of parts.toReversed()) {
    const isWhole = timeMap.length > 1 || loudness !== null;
    if (isWhole && startSample < begin && startSample + lengthSamples > begin) begin = startSample;
  }
  return begin;
}

/**
 * Cuts the beginning of a part so that it starts at sample `begin` of the mix, if it starts before it and ends after.
 */
function startingAt(part: AudioPart, begin: number): AudioPart {
  const by = begin - part.startSample;
  const lengthSamples = part.lengthSamples - by;
  if (by <= 0 || lengthSamples <= 0) return part;
  const bySec = (by * part.speed) / SAMPLE_RATE;
  const earlier = (points: AudioPart['volume']) => points.map((point) => ({ ...point, atSample: point.atSample - by }));
  const isForward = !part.reverse;
  return {
    ...part,
    startSample: begin,
    lengthSamples,
    handleSamples: Math.min(part.handleSamples, lengthSamples),
    // Reversed, the part ends where it ended before, and its length determines where it begins.
    sourceStartSec: part.sourceStartSec + (isForward && !part.loop ? bySec : 0),
    loopOffsetSec: part.loopOffsetSec + (isForward && part.loop ? bySec : 0),
    fadeInCutSamples: part.fadeInCutSamples + by,
    volume: earlier(part.volume),
    pan: earlier(part.pan),
  };
}
