import { AUDIO_EFFECTS } from '@framemill/timeline/audio-effects';
import { type AudioEffect, FramemillError } from '@framemill/timeline/rendering';
import type { StereoBlock } from '../audio-format.ts';

/** Processor of a stereo stream at 48 kHz. The result does not depend on how the stream is divided into blocks. */
export interface Processor {
  /** Delay of the output, in samples. */
  readonly latency: number;
  /** Processes the first `count` samples in place. */
  process(block: StereoBlock, count: number): void;
}

/** Type and factory of an audio processor. */
export interface ProcessorDefinition {
  readonly type: AudioEffect['type'];
  /** Creates a processor. `param` returns the value of a parameter; its default where the document has none. */
  create(param: (name: string) => number): Processor;
}

/**
 * Creates a function that reads the parameters of an effect by name. Names and defaults are those of the timeline's
 * schema. The function throws `internal_error` for an unknown name.
 */
export function parametersOf(effect: AudioEffect): (name: string) => number {
  // Schemas have no structure in browsers, where the schema library is left out.
  const defaults = AUDIO_EFFECTS.find(({ type }) => type === effect.type)?.defaults ?? {};
  return (name) => {
    const given = effect.params?.[name];
    if (typeof given === 'number') return given;
    const initial = defaults[name];
    if (typeof initial === 'number') return initial;
    throw new FramemillError(
      'internal_error',
      `The processor ${effect.type} has no parameter ${name}. It has: ${Object.keys(defaults).join(', ')}.`,
    );
  };
}
