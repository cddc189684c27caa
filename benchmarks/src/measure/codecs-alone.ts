import type { Document } from '@framemill/timeline';
import { runCommand } from './run-command.ts';

/**
 * Processor time of a scene's codecs alone, with one thread each. A render that decodes and encodes the whole scene
 * cannot take less processor time.
 */
export interface CodecFigures {
  /** Time to decode every video clip once, in seconds. */
  readonly decodeCpuSec: number;
  /** Time to encode the finished video, in seconds. */
  readonly encodeCpuSec: number;
}

const quiet = ['ffmpeg', '-y', '-v', 'error', '-threads', '1'];

/**
 * Decodes every video clip of `document` with ffmpeg, and encodes `ourFile` (the scene as rendered by Framemill) again
 * into `outFile` with the arguments `encode`. Decoding and encoding run concurrently, as in a render. Throws
 * FramemillError when ffmpeg fails.
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
