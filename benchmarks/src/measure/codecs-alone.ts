import type { Document } from '@framemill/timeline';
import { runCommand } from './run-command.ts';

/** Processor time of the codecs of a scene alone, each with one thread: no render of it that decodes and encodes all of it takes less. */
export interface CodecFigures {
  /** Every video clip decoded once. */
  readonly decodeCpuSec: number;
  /** The finished picture encoded. */
  readonly encodeCpuSec: number;
}

const quiet = ['ffmpeg', '-y', '-v', 'error', '-threads', '1'];

/**
 * Decodes every video clip of `document` with ffmpeg, and encodes `ourFile`, our render of it, again with the arguments `encode`
 * into `outFile`. Two processes side by side, as a render has them. Throws FramemillError when ffmpeg fails.
 */
export async function measureCodecs(
  document: Document,
  ourFile: string,
  encode: readonly string[],
  outFile: string,
): Promise<CodecFigures> {
  const [decodeCpuSec, encodeCpuSec] = await Promise.all([
    decodeClips(document),
    encodeAgain(ourFile, encode, outFile),
  ]);
  return { decodeCpuSec, encodeCpuSec };
}

async function decodeClips(document: Document): Promise<number> {
  let cpuSec = 0;
  for (const clip of document.clips) {
    if (clip.type !== 'video') continue;
    const part = ['-ss', String(clip.mediaStart), '-t', String(clip.duration), '-i', clip.src];
    cpuSec += await decode(part);
  }
  return cpuSec;
}

async function encodeAgain(file: string, encode: readonly string[], outFile: string): Promise<number> {
  const decoded = await decode(['-i', file]);
  const { cpuSec } = await runCommand([...quiet, '-i', file, ...encode, '-threads', '1', outFile]);
  return cpuSec - decoded;
}

async function decode(input: readonly string[]): Promise<number> {
  const { cpuSec } = await runCommand([...quiet, ...input, '-map', '0:v', '-f', 'null', '-']);
  return cpuSec;
}
