import { AUDIO_EFFECTS } from '@framemill/timeline/audio-effects';
import { type AudioEffect, FramemillError } from '@framemill/timeline/rendering';
import type { StereoBlock } from '../audio-format.ts';

/** Changes a stereo sound at 48 kHz as it streams through. The result does not depend on how the sound is cut into blocks. */
export interface Processor {
  /** How many samples later than it came in the sound goes out. */
  readonly latency: number;
  /** Works in place on the first `count` samples. */
  process(block: StereoBlock, count: number): void;
}

/** A member of the family: how a processor of one type of the audio chain is made. */
export interface ProcessorDefinition {
  readonly type: AudioEffect['type'];
  /** `param` gives the value of a parameter, its default where the document has none. */
  create(param: (name: string) => number): Processor;
}

/** Reads the parameters of an effect; the names and defaults are those of the timeline's schema. */
export function parametersOf(effect: AudioEffect): (name: string) => number {
  const schema = AUDIO_EFFECTS.find(({ type }) => type === effect.type)?.params.properties ?? {};
  return (name) => {
    const given = effect.params?.[name];
    if (typeof given === 'number') return given;
    const property: object | undefined = schema[name];
    const initial = property && 'default' in property ? property.default : undefined;
    if (typeof initial === 'number') return initial;
    throw new FramemillError('internal_error', `The processor ${effect.type} has no parameter ${name}.`);
  };
}
