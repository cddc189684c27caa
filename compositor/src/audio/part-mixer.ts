import { type AudioPart, type AudioPlan, FramemillError } from '@framemill/timeline/rendering';
import type { MediaFiles } from '../media/media-files.ts';
import type { PcmStream, SourceStream, StereoBlock } from './audio-format.ts';
import type { AudioPorts } from './audio-ports.ts';
import { playLevelled } from './loudness/levelling.ts';
import { startedMix } from './mix-start.ts';
import { createPartGain, type PartGain } from './part-gain.ts';
import { type OpenSource, openPlayedPart } from './played-part.ts';
import { createSideChains } from './side-chains.ts';
import { playSpool, spoolTo } from './spool.ts';

/** Mixer that sums the audio parts of a document. A part is the audible audio of one clip. */
export interface Mixer {
  /**
   * Opens the parts that start before sample `until` of the mix, and loads what all parts play up to there. A part with
   * a target loudness is first stored in a spool in full (384 kB a second) and measured.
   */
  prepare(until: number): Promise<void>;
  /**
   * Writes the sum of all parts from sample `at` of the mix on to the first `count` samples of `into`; `count` is at
   * most `largest`. Call with ascending `at`, after `prepare` up to the end of the block.
   */
  mix(into: StereoBlock, at: number, count: number): void;
  close(): void;
}

/** Parts and settings of a mixer. */
export interface MixerInput {
  /** Audio parts of the document, in order of their starts. */
  parts: readonly AudioPart[];
  media: MediaFiles;
  /** Path prefix of spools. */
  scratch: string;
  /** Maximum number of samples per call. */
  largest: number;
  /** First sample of the mix that is played. Parts that end before it are left out. Default 0. */
  fromSample?: number;
  ports: AudioPorts;
}

interface Voice {
  part: AudioPart;
  place: number;
  stream: PcmStream;
  gain: PartGain;
  /** Audio of the part in the current block; silent before its start and after its end. */
  own: StereoBlock;
}

/**
 * Creates a mixer that opens each part when it starts and closes it when it ends. With `fromSample`, a part that
 * started before it must have been cut there. Memory depends on the number of simultaneous parts, not on the length.
 */
export function createPartMixer({ parts, media, scratch, largest, fromSample = 0, ports }: MixerInput): Mixer {
  // Floating-point sums depend on the order of additions, so voices keep the plan's order.
  let voices: Voice[] = [];
  let next = 0;
  /** Sample of the mix up to which it has been read. */
  let position = fromSample;
  const sideChains = createSideChains(parts, largest);

  /**
   * Stores a part with a target loudness in a spool and returns it at that loudness. The spool contains the
   * output of the part's effect chain: the chain may be costly and therefore runs only once.
   */
  async function levelled(played: PcmStream, place: number, { loudness, lengthSamples }: AudioPart) {
    if (!loudness) return played;
    const spool = ports.openSpool(`${scratch}.spool-${place}-levelled`);
    const stored = await spoolTo(spool, played, lengthSamples, { pad: false, takeTurn: ports.takeTurn });
    return playLevelled(stored, loudness, ports.takeTurn);
  }

  async function open(place: number, part: AudioPart): Promise<Voice> {
    const played = await openPart(part, media, `${scratch}.spool-${place}`, ports);
    return {
      part,
      place,
      stream: await levelled(played, place, part),
      gain: createPartGain(part, played.mono),
      own: { left: new Float32Array(largest), right: new Float32Array(largest) },
    };
  }

  return {
    async prepare(until) {
      for (let part = parts[next]; part && part.startSample < until; part = parts[next]) {
        if (endOf(part) > fromSample) voices.push(await open(next, part));
        next += 1;
      }
      for (const { part, stream } of voices) {
        const count = Math.min(until, endOf(part)) - Math.max(position, part.startSample);
        if (stream.ready && count > 0) await stream.ready(count);
      }
    },
    mix(into, at, count) {
      for (const voice of voices) play(voice, at, count);
      // Read all keys first: a part that lowers another acts at full level, even when it is lowered itself.
      sideChains.hear(voices, at, count);
      for (const { part, own } of voices) sideChains.lower(part, own);
      sum(voices, into, count);
      position = at + count;
      for (const voice of voices.filter(({ part }) => endOf(part) <= at + count)) voice.stream.close();
      voices = voices.filter(({ part }) => endOf(part) > at + count);
    },
    close() {
      for (const { stream } of voices) stream.close();
      voices = [];
    },
  };
}

/**
 * Plays samples [`fromSample`, `untilSample`) of a mix as a stream, in blocks of at most `block` samples. Before each
 * read, the caller must prepare the mixer for the samples to be read. Closing the stream closes the mixer.
 */
export function playMixer(mixer: Mixer, block: number, fromSample: number, untilSample: number): PcmStream {
  let at = fromSample;
  return {
    read(into, offset, count) {
      const wanted = Math.max(0, Math.min(count, untilSample - at));
      for (let done = 0; done < wanted; ) {
        const part = Math.min(block, wanted - done);
        const from = offset + done;
        mixer.mix({ left: into.left.subarray(from), right: into.right.subarray(from) }, at, part);
        at += part;
        done += part;
      }
      return wanted;
    },
    close: () => mixer.close(),
  };
}

/** Fills `own` with the part's samples from sample `at` of the mix on, with the part's gains applied. */
function play({ part, stream, gain, own }: Voice, at: number, count: number): void {
  const from = Math.max(part.startSample, at);
  const offset = Math.min(count, from - at);
  const wanted = Math.max(0, Math.min(endOf(part), at + count) - from);
  const audio = {
    left: own.left.subarray(offset, offset + wanted),
    right: own.right.subarray(offset, offset + wanted),
  };
  const got = wanted > 0 ? stream.read(audio, 0, wanted) : 0;
  gain.apply(audio, got, from - part.startSample);
  for (const side of [own.left, own.right]) {
    side.fill(0, 0, offset);
    side.fill(0, offset + got, count);
  }
}

function sum(voices: readonly Voice[], into: StereoBlock, count: number): void {
  into.left.fill(0, 0, count);
  into.right.fill(0, 0, count);
  for (const { own } of voices) {
    for (let i = 0; i < count; i++) {
      into.left[i] = (into.left[i] ?? 0) + (own.left[i] ?? 0);
      into.right[i] = (into.right[i] ?? 0) + (own.right[i] ?? 0);
    }
  }
}

function endOf(part: AudioPart): number {
  return part.startSample + part.lengthSamples;
}

/**
 * Opens the audio of a part from its source's file. Error messages, also those of later reads, name the clip and the
 * source. Throws `not_found` when the source is not in `media`.
 */
async function openPart(
  part: AudioPart,
  media: MediaFiles,
  spoolPath: string,
  ports: AudioPorts,
): Promise<SourceStream> {
  const openSource = part.inner
    ? openNested(part, part.inner, { media, ports, scratch: `${spoolPath}-inside` })
    : openFile(part, media, ports);
  const stream = await openPlayedPart(part, openSource, spoolPath, ports).catch((cause) => {
    throw named(part, cause);
  });
  const load = stream.ready;
  return {
    mono: stream.mono,
    ready:
      load &&
      ((count) =>
        load(count).catch((cause) => {
          throw named(part, cause);
        })),
    read(into, offset, count) {
      try {
        return stream.read(into, offset, count);
      } catch (cause) {
        throw named(part, cause);
      }
    },
    close: () => stream.close(),
  };
}

function openFile(part: AudioPart, media: MediaFiles, ports: AudioPorts): OpenSource {
  const file = media[part.src];
  if (file) return (fromSample) => ports.openSource(file.path, fromSample);
  const message = `Clip ${part.clipId} plays ${part.src}, which is not among the render's media. Upload it.`;
  throw new FramemillError('not_found', message, { src: part.src });
}

const NESTED_BLOCK = 4_096;

/**
 * Returns the function that opens the mix of a composition as the source of the clip that shows it. A mix at another
 * speed or pitch is stored in a spool first, because tapes read their source without awaiting it.
 */
function openNested(
  part: AudioPart,
  { parts, totalSamples }: AudioPlan,
  input: Pick<MixerInput, 'media' | 'ports' | 'scratch'>,
): OpenSource {
  const { ports, scratch } = input;
  return async (fromSample) => {
    const mix = openNestedMix(parts, totalSamples, fromSample, input);
    if (part.speed === 1 && part.pitch === 0) return mix;
    const writer = ports.openSpool(`${scratch}-mix`);
    const stored = await spoolTo(writer, mix, Math.max(0, totalSamples - fromSample), { ...ports, pad: false });
    return { ...playSpool(stored, { reverse: false, loop: false }), mono: false };
  };
}

/** Plays samples [`fromSample`, `untilSample`) of a mix. Each read must be awaited by `ready` before. */
function openNestedMix(
  parts: readonly AudioPart[],
  untilSample: number,
  fromSample: number,
  input: Pick<MixerInput, 'media' | 'ports' | 'scratch'>,
): SourceStream {
  const start = startedMix(parts, fromSample);
  const mixer = createPartMixer({ ...input, ...start, largest: NESTED_BLOCK });
  const stream = playMixer(mixer, NESTED_BLOCK, start.fromSample, untilSample);
  let at = start.fromSample;

  async function skip(): Promise<void> {
    const early = { left: new Float32Array(NESTED_BLOCK), right: new Float32Array(NESTED_BLOCK) };
    while (at < fromSample) {
      const count = Math.min(NESTED_BLOCK, fromSample - at);
      await mixer.prepare(at + count);
      stream.read(early, 0, count);
      at += count;
    }
  }

  return {
    mono: false,
    read(into, offset, count) {
      const got = stream.read(into, offset, count);
      at += got;
      return got;
    },
    async ready(count) {
      if (at < fromSample) await skip();
      await mixer.prepare(at + count);
    },
    close: () => stream.close(),
  };
}

function named(part: AudioPart, cause: unknown): unknown {
  if (!(cause instanceof FramemillError)) return cause;
  const message = `The audio of clip ${part.clipId} (${part.src}) cannot be played: ${cause.message}`;
  return new FramemillError(cause.code, message, { ...cause.details, src: part.src, clipId: part.clipId }, { cause });
}
