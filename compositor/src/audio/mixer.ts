import { createPartMixer, type Mixer, type MixerInput } from './part-mixer.ts';
import { nodeAudio } from './part-stream.ts';
import type { TakeTurn } from './spool.ts';

/** Creates a mixer of local files; see `createPartMixer`. `takeTurn` replaces the one that yields and does no more. */
export function createMixer({ takeTurn, ...input }: Omit<MixerInput, 'ports'> & { takeTurn?: TakeTurn }): Mixer {
  return createPartMixer({ ...input, ports: takeTurn ? { ...nodeAudio, takeTurn } : nodeAudio });
}
