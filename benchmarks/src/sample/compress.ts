import { basename, join } from 'node:path';
import { runCommand } from '../measure/run-command.ts';

const ffmpeg = ['ffmpeg', '-y', '-v', 'error', '-i'];

/**
 * Encoder options: a keyframe every two seconds for fast seeking, and faststart so that browsers can play while
 * loading.
 */
const video = [
  '-an -c:v libx264 -preset slower -crf 26 -g 60 -pix_fmt yuv420p -map_metadata -1 -fflags +bitexact -flags:v +bitexact',
  '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -movflags +faststart',
].flatMap((part) => part.split(' '));

/** Encodes footage at a size small enough for the repository, under its own name in `folder`. Needs ffmpeg. */
export async function compressFootage(file: string, folder: string): Promise<void> {
  await runCommand([...ffmpeg, file, ...video, join(folder, basename(file))]);
}

/** Encodes the music losslessly as `music.flac` in `folder`, at half of the size. Needs ffmpeg. */
export async function compressMusic(wav: string, folder: string): Promise<void> {
  const coding = ['-c:a', 'flac', '-compression_level', '12', '-map_metadata', '-1', '-fflags', '+bitexact'];
  await runCommand([...ffmpeg, wav, ...coding, '-flags:a', '+bitexact', join(folder, 'music.flac')]);
}
