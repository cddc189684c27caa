import type { AudioPorts } from './audio-ports.ts';
import { openFileStream } from './file-stream.ts';
import { createPartMixer, type Mixer, type MixerInput } from './part-mixer.ts';
import type { TakeTurn } from './spool.ts';
import { justATurn, openSpool } from './spool-file.ts';
import { playTape } from './tempo.ts';

/** Ports of the mixer in Node: the codec library decodes sources and plays tapes, and spools are scratch files. */
export const nodeAudio: AudioPorts = { openSource: openFileStream, playTape, openSpool, takeTurn: justATurn };

/** Creates a mixer of local files; see `createPartMixer`. `takeTurn` replaces the one that yields and does no more. */
export function createMixer({ takeTurn, ...input }: Omit<MixerInput, 'ports'> & { takeTurn?: TakeTurn }): Mixer {
  return createPartMixer({ ...input, ports: takeTurn ? { ...nodeAudio, takeTurn } : nodeAudio });
}
