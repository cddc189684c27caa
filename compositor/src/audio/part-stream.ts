import type { AudioPart } from '@framemill/timeline';
import { type PcmStream, SAMPLE_RATE } from './audio-format.ts';
import { openFileStream } from './file-stream.ts';
import { openChain } from './processors/chain.ts';
import { playRamp } from './ramp.ts';
import { playSpool, spoolTo } from './spool.ts';
import { changeTempo } from './tempo.ts';

/**
 * The sound of one part of the plan, from its first sample on, before gains: trimmed, reversed, repeated, sped up, sent through its chain. It may end before the part does; the rest
 * is silent. `spoolPath` names a scratch file for parts that do not simply run forward; it is removed on `close`.
 */
export function openPartStream(part: AudioPart, path: string, spoolPath: string): PcmStream {
  return openChain(openPlayed(part, path, spoolPath), part.chain);
}

function openPlayed(part: AudioPart, path: string, spoolPath: string): PcmStream {
  const first = Math.round(part.sourceStartSec * SAMPLE_RATE);
  if (part.timeMap.length > 1) return openRamp(part, path, spoolPath, first);
  const source = openSource(part, path, spoolPath, first);
  return part.speed === 1 && part.pitch === 0 ? source : changeTempo(source, part);
}

function openSource(part: AudioPart, path: string, spoolPath: string, first: number): PcmStream {
  const wanted = Math.ceil(part.lengthSamples * part.speed);
  const period = Math.round(part.loopEndSec * SAMPLE_RATE) - first;
  const loop = part.loop && period > 0 && period < wanted;
  if (!loop && !part.reverse) return openFileStream(path, first);
  const spool = spoolTo(spoolPath, openFileStream(path, first), loop ? period : wanted);
  return playSpool(spool, { reverse: part.reverse, loop });
}

function openRamp(part: AudioPart, path: string, spoolPath: string, first: number): PcmStream {
  const places = part.timeMap.map(({ sourceSec }) => sourceSec * SAMPLE_RATE);
  const last = Math.ceil(Math.max(...places)) + 2;
  const spool = spoolTo(spoolPath, openFileStream(path, first), Math.max(1, last - first));
  return playRamp(spool, part.timeMap, first);
}
