import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ffmpeg } from './ffmpeg.ts';

const run = promisify(execFile);
const limits = { maxBuffer: 1 << 30, encoding: 'buffer' } as const;

/** Properties of a video file, measured with the system's ffprobe, which shares no libraries with Framemill. */
export interface Verdict {
  warnings: string;
  width: number;
  height: number;
  codec: string;
  /** Frame rate as a fraction `num/den`, as ffprobe prints it. */
  frameRate: string;
  colorSpace: string;
  frames: number;
  /** Distinct intervals in ms between consecutive frames in presentation order, ascending. */
  stepsMs: number[];
  audioCodec: string | null;
  audioSec: number | null;
  videoSec: number;
}

/** Reads the properties of a video file with the system's ffprobe. */
export async function ffprobe(path: string): Promise<Verdict> {
  const { stdout, stderr } = await run(
    'ffprobe',
    ['-v', 'warning', '-count_frames', '-show_streams', '-show_packets', '-of', 'json', path],
    limits,
  );
  const parsed: { streams: Record<string, string>[]; packets: Record<string, string>[] } = JSON.parse(
    stdout.toString(),
  );
  const video = parsed.streams.find((stream) => stream.codec_type === 'video');
  const audio = parsed.streams.find((stream) => stream.codec_type === 'audio');
  if (!video) throw new Error(`${path} has no video stream.`);
  const pts = parsed.packets
    .filter(({ codec_type }) => codec_type === 'video')
    .map(({ pts_time }) => Number(pts_time))
    .sort((a, b) => a - b);
  const stepsMs = new Set(pts.slice(1).map((value, index) => Math.round((value - (pts[index] ?? 0)) * 1000)));
  const frames = Number(video.nb_read_frames);
  const [num = 1, den = 1] = (video.r_frame_rate ?? '').split('/').map(Number);
  return {
    warnings: stderr.toString(),
    width: Number(video.width),
    height: Number(video.height),
    codec: video.codec_name ?? '',
    frameRate: video.r_frame_rate ?? '',
    colorSpace: video.color_space ?? '',
    frames,
    stepsMs: [...stepsMs].sort((a, b) => a - b),
    audioCodec: audio?.codec_name ?? null,
    audioSec: audio ? await decodedAudioSec(path) : null,
    videoSec: (frames * den) / num,
  };
}

/**
 * Returns the duration of the decoded audio in seconds. This is the duration that a player plays, whatever the headers
 * of the file state.
 */
async function decodedAudioSec(path: string): Promise<number> {
  const args = ['-v', 'error', '-i', path, '-map', '0:a:0', '-f', 's16le', '-ac', '1', '-ar', '48000', '-'];
  const { stdout } = await run('ffmpeg', args, limits);
  return stdout.length / 2 / 48000;
}

/**
 * Decodes one frame of `path`, by number, and applies `filter`. Returns 8-bit planes in `format` (`rgb24`, `yuv420p`)
 * without padding.
 */
export async function frameOf(path: string, frame: number, filter: string, format = 'yuv420p'): Promise<Uint8Array> {
  const image = await decoded(path, [frame], filter, format);
  if (image.length === 0) throw new Error(`${path} has no frame ${frame}.`);
  return image;
}

/**
 * Decodes frames of the video at `path` in one run of ffmpeg. `frames` are their numbers, ascending; `width` and
 * `height` are the size of the video. Returns 8-bit planes of 4:2:0 without padding.
 */
export async function framesOf(
  path: string,
  frames: readonly number[],
  { width, height }: { width: number; height: number },
): Promise<Uint8Array[]> {
  return split(await decoded(path, frames, '', 'yuv420p'), (width * height * 3) / 2, path, frames);
}

/**
 * Decodes the frames with the numbers `frames` in one run of ffmpeg and returns them one after the other. Several runs
 * would be slow, because each decodes the file from its beginning.
 */
async function decoded(path: string, frames: readonly number[], filter: string, format: string): Promise<Uint8Array> {
  const chosen = frames.map((frame) => `eq(n\\,${frame})`).join('+');
  const graph = `select=${chosen}${filter === '' ? '' : `,${filter}`},format=${format}`;
  const args = ['-v', 'error', '-i', path, '-vf', graph, '-fps_mode', 'passthrough'];
  const ends = ['-frames:v', String(frames.length), '-f', 'rawvideo', '-'];
  return (await run('ffmpeg', [...args, ...ends], limits)).stdout;
}

function split(all: Uint8Array, bytes: number, path: string, frames: readonly number[]): Uint8Array[] {
  if (all.length !== bytes * frames.length) {
    throw new Error(
      `ffmpeg returned ${all.length / bytes} frames of ${bytes} bytes of ${path}, expected ${frames.length}.`,
    );
  }
  return frames.map((_, index) => all.subarray(index * bytes, (index + 1) * bytes));
}

/** Computes the peak signal-to-noise ratio in dB of two buffers of equal length; equal buffers give Infinity. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length)
    throw new Error(`Buffers of different lengths cannot be compared: ${a.length} and ${b.length} bytes.`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * a.length) / sum);
}

/** Creates a clip whose frame n shows n in binary: ten vertical bars, bit 0 at the left. */
export function makeNumberedClip(path: string, options: { fps: number; frames: number }): void {
  // A pixel for each bar, made large: the formula at every pixel takes a second of processor time for a second of
  // pictures.
  const bars = "geq=lum='if(bitand(N,pow(2,X)),235,16)':cb=128:cr=128,scale=640:360:flags=neighbor,setsar=1";
  const source = `color=black:s=10x2:r=${options.fps}:d=${options.frames / options.fps}`;
  const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'veryfast', '-g', '60', '-bf', '3'];
  ffmpeg(['-f', 'lavfi', '-i', `${source},${bars}`, ...coding, path]);
}

/**
 * Reads the numbers that `makeNumberedClip` drew into frames. `path` is a render of any size that shows this clip full
 * frame; `frames` are the numbers of the frames to read, ascending.
 */
export async function readNumbers(path: string, frames: readonly number[]): Promise<number[]> {
  const bars = split(await decoded(path, frames, 'scale=10:1:flags=area', 'gray'), 10, path, frames);
  return bars.map((levels) => levels.reduce((number, level, bit) => number + (level > 125 ? 2 ** bit : 0), 0));
}
