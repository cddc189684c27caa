import { type AudioEffect, FramemillError } from '@framemill/timeline/rendering';
import type { PcmStream, StereoBlock } from '../audio-format.ts';
import { deesser } from './deesser.ts';
import { chorus, delay, phaser } from './delays.ts';
import { denoise } from './denoise.ts';
import { compressor, gain, gate, limiter, saturate } from './dynamics.ts';
import { highpass, highshelf, lowpass, lowshelf, peaking } from './filters.ts';
import { pitchshift } from './pitchshift.ts';
import { type Processor, type ProcessorDefinition, parametersOf } from './processor.ts';
import { reverb } from './reverb.ts';

/**
 * All audio effects, in the order of their names in the timeline schema. To add one: define it in a file of this folder
 * and add it to this list.
 */
export const processors: readonly ProcessorDefinition[] = [
  highpass,
  lowpass,
  peaking,
  lowshelf,
  highshelf,
  gain,
  compressor,
  limiter,
  gate,
  deesser,
  denoise,
  saturate,
  delay,
  reverb,
  chorus,
  phaser,
  pitchshift,
];

const BLOCK = 4_096;

/** Creates the processor of an effect. Throws FramemillError `invalid_request` for an unknown type. */
export function createProcessor(effect: AudioEffect): Processor {
  const definition = processors.find(({ type }) => type === effect.type);
  if (!definition) {
    const known = processors.map(({ type }) => type).join(', ');
    throw new FramemillError('invalid_request', `There is no audio processor "${effect.type}". Use one of ${known}.`);
  }
  return definition.create(parametersOf(effect));
}

/**
 * Sends audio through the enabled effects of a clip (see `openProcessors`). Returns the source itself when no effect is
 * enabled.
 */
export function openChain(source: PcmStream, effects: readonly AudioEffect[]): PcmStream {
  const chain = effects.filter(({ enabled }) => enabled !== false).map(createProcessor);
  return chain.length === 0 ? source : openProcessors(source, chain);
}

/**
 * Sends audio through processors, one after another, and compensates for their latency: sample n of the source comes
 * out as sample n. Unlike the source, the result never ends, so that echoes continue after the end of the source.
 * Closing the result closes the source.
 */
export function openProcessors(source: PcmStream, chain: readonly Processor[]): PcmStream {
  let late = chain.reduce((sum, { latency }) => sum + latency, 0);
  let ended = false;

  function advance(into: StereoBlock, offset: number, count: number): void {
    const got = ended ? 0 : source.read(into, offset, count);
    ended ||= got < count;
    const block = {
      left: into.left.subarray(offset, offset + count),
      right: into.right.subarray(offset, offset + count),
    };
    block.left.fill(0, got);
    block.right.fill(0, got);
    for (const processor of chain) processor.process(block, count);
  }

  function skipLatency(): void {
    const early = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
    for (; late > 0; late -= Math.min(BLOCK, late)) advance(early, 0, Math.min(BLOCK, late));
  }

  const load = source.ready;
  return {
    read(into, offset, count) {
      skipLatency();
      advance(into, offset, count);
      return count;
    },
    ready: load && ((count) => load(late + count)),
    close: () => source.close(),
  };
}
