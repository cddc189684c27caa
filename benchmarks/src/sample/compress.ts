import { basename, join } from 'node:path';
import { runCommand } from '../measure/run-command.ts';

const ffmpeg = ['ffmpeg', '-y', '-v', 'error', '-i'];

/** A key frame every two seconds, so that seeking is quick; faststart, so that a browser plays it while it loads. */
const video = [
  '-an -c:v libx264 -preset slower -crf 26 -g 60 -pix_fmt yuv420p -map_metadata -1 -fflags +bitexact -flags:v +bitexact',
  '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -movflags +faststart',
].flatMap((part) => part.split(' '));

/** Encodes drawn footage small enough for the repository, under its own name in `folder`. Needs ffmpeg. */
export async function compressFootage(file: string, folder: string): Promise<void> {
  await runCommand([...ffmpeg, file, ...video, join(folder, basename(file))]);
}

/** Encodes the music without loss as `music.flac` in `folder`: half of the size, and the sample sounds as it was composed. Needs ffmpeg. */
export async function compressMusic(wav: string, folder: string): Promise<void> {
  const coding = ['-c:a', 'flac', '-compression_level', '12', '-map_metadata', '-1', '-fflags', '+bitexact'];
  await runCommand([...ffmpeg, wav, ...coding, '-flags:a', '+bitexact', join(folder, 'music.flac')]);
}
