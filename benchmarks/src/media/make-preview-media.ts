import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../measure/run-command.ts';
import type { BenchMedia } from './make-media.ts';

const looks = ['null', 'hflip'];

/**
 * Creates the missing ones of the six clips of the preview project: 10 s of 1080p30 H.264 each, with one keyframe at
 * the start, as phones and screen recorders produce them. A clip is at most 16 MB, so that it can be uploaded.
 */
export async function makePreviewMedia(
  folder: string,
  { videos }: BenchMedia,
  log: (line: string) => void,
): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  const clips: string[] = [];
  for (const look of looks) {
    for (const [name, source] of Object.entries(videos).slice(0, 3)) {
      const clip = join(folder, `long-gop-${name}-${look}.mp4`);
      clips.push(clip);
      if (existsSync(clip)) continue;
      log(`making ${clip}`);
      // Written to a temporary name and renamed, so that an aborted run leaves no file that looks complete.
      const part = join(folder, 'part-long-gop.mp4');
      rmSync(part, { force: true });
      const encode =
        '-t 10 -an -c:v libx264 -preset veryfast -crf 22 -maxrate 12M -bufsize 24M -g 300 -keyint_min 300 -sc_threshold 0';
      const tags = '-pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv';
      await runCommand([
        ...['ffmpeg', '-y', '-v', 'error', '-i', source, '-vf', look],
        ...`${encode} ${tags} -movflags +faststart`.split(' '),
        part,
      ]);
      renameSync(part, clip);
    }
  }
  return clips;
}
