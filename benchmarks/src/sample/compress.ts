import { basename, join } from 'node:path';
import { runCommand } from '../measure/run-command.ts';
import type { Stereo } from './instruments.ts';

const ffmpeg = ['ffmpeg', '-y', '-v', 'error', '-i'];

/**
 * Encoder options: a keyframe every two seconds for fast seeking, and `faststart`, with which browsers can start to
 * play before the whole file is loaded.
 */
const video = [
  '-an -c:v libx264 -preset slower -crf 26 -g 60 -pix_fmt yuv420p -map_metadata -1 -fflags +bitexact -flags:v ' +
    '+bitexact',
  '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -movflags +faststart',
].flatMap((part) => part.split(' '));

/**
 * Encodes a video at a size small enough for the repository, into a file of the same name in `folder`. Needs ffmpeg.
 */
export async function compressFootage(file: string, folder: string): Promise<void> {
  await runCommand([...ffmpeg, file, ...video, join(folder, basename(file))]);
}

/** Encodes the music losslessly as `music.flac`, half the size of the WAV file, in `folder`. Needs ffmpeg. */
export async function compressMusic(wav: string, folder: string): Promise<void> {
  const coding = ['-c:a', 'flac', '-compression_level', '12', '-map_metadata', '-1', '-fflags', '+bitexact'];
  await runCommand([...ffmpeg, wav, ...coding, '-flags:a', '+bitexact', join(folder, 'music.flac')]);
}

/** Encodes two channels as a 16-bit PCM WAV file. */
export function encodeWav(audio: Stereo): Buffer {
  const frames = audio.left.length;
  const file = Buffer.alloc(44 + frames * 4);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(audio.sampleRate, 24);
  file.writeUInt32LE(audio.sampleRate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(frames * 4, 40);
  for (let i = 0; i < frames; i++) {
    file.writeInt16LE(toPcm(audio.left[i] ?? 0), 44 + i * 4);
    file.writeInt16LE(toPcm(audio.right[i] ?? 0), 46 + i * 4);
  }
  return file;
}

function toPcm(value: number): number {
  return Math.round(Math.min(1, Math.max(-1, value)) * 32_767);
}
