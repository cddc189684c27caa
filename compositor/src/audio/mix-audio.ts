import { setImmediate } from 'node:timers/promises';
import { type AudioPart, audioPlan, type Document, FramemillError } from '@framemill/timeline';
import type { OutputProfile } from '../catalog/index.ts';
import type { MediaFiles } from '../render/renderer.ts';
import { openAudioEncoder } from './audio-encoder.ts';
import { type PcmStream, SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { audioCodecs } from './encoders/index.ts';
import { createLimiter, MIX_LIMITER } from './limiter.ts';
import { createPartGain, type PartGain } from './part-gain.ts';
import { openPartStream } from './part-stream.ts';

const BLOCK = 4096;
const BLOCKS_A_TURN = 32;

export interface MixInput {
  document: Document;
  profile: OutputProfile;
  media: MediaFiles;
  outPath: string;
  /** Called with seconds of sound done so far. */
  onProgress?: (doneSec: number) => void;
}

/**
 * Mixes the sound of the whole document once and encodes it (AAC or Opus) for stitching. Every clip starts at its exact sample; the length is the document's, to
 * the sample. Streams: memory does not depend on the length. Gives the event loop a turn about every 3 s of sound. Throws FramemillError;
 * a source at fault is named in `details.src`. Removes a half-written file when it fails.
 */
export async function mixAudio(input: MixInput): Promise<{ sizeBytes: number; sha256: string; samples: number }> {
  const { document, profile, media, outPath } = input;
  if (profile.format === 'gif') throw new FramemillError('internal_error', 'A GIF has no sound to mix.');
  const plan = audioPlan(document, (src) => media[src]?.facts ?? null);
  const encoder = openAudioEncoder(audioCodecs[profile.format], profile.quality, outPath);
  const mixer = createMixer(plan.parts, media, outPath);
  const limiter = createLimiter(MIX_LIMITER);
  const mix = emptyBlock();
  const end = plan.totalSamples + limiter.latency;
  try {
    for (let at = 0, blocks = 0; at < end; at += BLOCK, blocks += 1) {
      const count = Math.min(BLOCK, end - at);
      mixer.mix(mix, at, count);
      limiter.process(mix, count);
      // The limiter looks ahead: its first samples belong to the time before 0.
      const early = Math.max(0, Math.min(count, limiter.latency - at));
      encoder.write({ left: mix.left.subarray(early), right: mix.right.subarray(early) }, count - early);
      if (blocks % BLOCKS_A_TURN === 0) {
        input.onProgress?.(at / SAMPLE_RATE);
        await setImmediate();
      }
    }
    return encoder.finish();
  } catch (error) {
    encoder.abort();
    throw error;
  } finally {
    mixer.close();
  }
}

interface Mixer {
  /** Overwrites `count` samples of `into` with the sum of all parts from sample `at` on. Call with rising `at`. */
  mix(into: StereoBlock, at: number, count: number): void;
  close(): void;
}

interface Voice {
  part: AudioPart;
  stream: PcmStream;
  gain: PartGain;
}

/** Opens each part when its time comes and closes it when it is over. */
function createMixer(parts: readonly AudioPart[], media: MediaFiles, scratch: string): Mixer {
  // Sums depend on the order of floating point additions: the plan's order, made independent of when voices open.
  const waiting = parts
    .map((part, order) => ({ part, order }))
    .sort((a, b) => a.part.startSample - b.part.startSample || a.order - b.order);
  let voices: Voice[] = [];
  const own = emptyBlock();
  return {
    mix(into, at, count) {
      into.left.fill(0);
      into.right.fill(0);
      for (let next = waiting[0]; next && next.part.startSample < at + count; next = waiting[0]) {
        waiting.shift();
        voices.push(openVoice(next.part, media, `${scratch}.spool-${next.order}`));
      }
      for (const voice of voices) addVoice(voice, own, into, at, count);
      for (const voice of voices.filter(({ part }) => endOf(part) <= at + count)) voice.stream.close();
      voices = voices.filter(({ part }) => endOf(part) > at + count);
    },
    close() {
      for (const { stream } of voices) stream.close();
      voices = [];
    },
  };
}

function openVoice(part: AudioPart, media: MediaFiles, spoolPath: string): Voice {
  const file = media[part.src];
  if (!file) {
    throw new FramemillError('not_found', `Clip ${part.clipId} plays ${part.src}, which is not among the sources.`, {
      src: part.src,
    });
  }
  try {
    return { part, stream: openPartStream(part, file.path, spoolPath), gain: createPartGain(part) };
  } catch (cause) {
    throw named(part, cause);
  }
}

function addVoice({ part, stream, gain }: Voice, own: StereoBlock, into: StereoBlock, at: number, count: number): void {
  const from = Math.max(part.startSample, at);
  const wanted = Math.min(endOf(part), at + count) - from;
  if (wanted <= 0) return;
  let got: number;
  try {
    got = stream.read(own, 0, wanted);
  } catch (cause) {
    throw named(part, cause);
  }
  gain.apply(own, got, from - part.startSample);
  const offset = from - at;
  for (let i = 0; i < got; i++) {
    into.left[offset + i] = (into.left[offset + i] ?? 0) + (own.left[i] ?? 0);
    into.right[offset + i] = (into.right[offset + i] ?? 0) + (own.right[i] ?? 0);
  }
}

function named(part: AudioPart, cause: unknown): unknown {
  if (!(cause instanceof FramemillError)) return cause;
  const message = `The sound of clip ${part.clipId} (${part.src}) cannot be played: ${cause.message}`;
  return new FramemillError(cause.code, message, { ...cause.details, src: part.src, clipId: part.clipId }, { cause });
}

function endOf(part: AudioPart): number {
  return part.startSample + part.lengthSamples;
}

function emptyBlock(): StereoBlock {
  return { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
}
