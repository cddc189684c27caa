import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FramemillError } from '@framemill/timeline';

/** Frame size of a scene and of its source videos. */
export interface ImageSize {
  readonly name: '1080p30' | '2160p30';
  readonly width: number;
  readonly height: number;
}

/** Full HD: 1920 x 1080 at 30 frames/s. */
export const fullHd: ImageSize = { name: '1080p30', width: 1920, height: 1080 };
/** Ultra HD: 3840 x 2160 at 30 frames/s. */
export const ultraHd: ImageSize = { name: '2160p30', width: 3840, height: 2160 };

const exec = promisify(execFile);

/**
 * Throws `internal_error` unless a file contains exactly `frames` 4:2:0 frames of `size`, so that the compared programs
 * have done the same work.
 */
export async function assertSameWork(file: string, frames: number, size: ImageSize): Promise<void> {
  const { stdout } = await exec('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v:0',
    '-count_packets',
    '-show_entries',
    'stream=width,height,pix_fmt,nb_read_packets',
    '-of',
    'csv=p=0',
    file,
  ]);
  const found = stdout.trim();
  const expected = `${size.width},${size.height},yuv420p,${frames}`;
  if (found !== expected) {
    throw new FramemillError(
      'internal_error',
      `${file} has the format ${found} (width, height, pixel format, frames), but the comparison needs ${expected}. ` +
        'Correct the options with which it was made.',
    );
  }
}

/** Computes the peak signal-to-noise ratio between two videos of the same size and length, in dB. */
export async function compareImages(file: string, reference: string): Promise<{ luma: number; average: number }> {
  const { stderr } = await exec(
    'ffmpeg',
    [
      '-v',
      'info',
      '-nostats',
      '-i',
      file,
      '-i',
      reference,
      '-lavfi',
      '[0:v]setpts=N[a];[1:v]setpts=N[b];[a][b]psnr',
      '-f',
      'null',
      '-',
    ],
    { maxBuffer: 1 << 24 },
  );
  const match = /PSNR y:([\d.]+|inf).* average:([\d.]+|inf)/.exec(stderr);
  if (!match) throw new FramemillError('internal_error', `ffmpeg printed no PSNR for ${file}: ${stderr.slice(-500)}`);
  return { luma: decibels(match[1]), average: decibels(match[2]) };
}

/**
 * Parses a value in decibels. Returns 100 for the infinite ratio of equal frames, because JSON cannot represent
 * infinity.
 */
function decibels(text: string | undefined): number {
  return text === 'inf' ? 100 : Number(text);
}
