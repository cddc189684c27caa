import { join } from 'node:path';
import type { MakeFile } from '../media.ts';

/** Test video for which the compression is measured. */
export interface BytesContent {
  readonly name: string;
  readonly about: string;
  /** Path of the source video: frames of `bytesSize`, 30 frames/s, `seconds` long. Framemill and ffmpeg encode it. */
  readonly file: string;
}

/** Frame size of the test videos: 720p. */
export const bytesSize = { width: 1280, height: 720 } as const;

const { width, height } = bytesSize;
/**
 * ffmpeg arguments for a file of high quality in which most frames are stored as changes, as in most users' sources.
 * Framemill never copies packets of this codec, so it always encodes the frames.
 */
const encode = [
  '-an -r 30 -c:v libx265 -preset superfast -crf 8 -g 60 -x265-params log-level=error -pix_fmt yuv420p',
  '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv',
].flatMap((part) => part.split(' '));
const scaled = `scale=${width}:${height}:flags=lanczos,fps=30,format=yuv420p,setsar=1`;

const lavfi = (...graphs: string[]) => graphs.flatMap((graph) => ['-f', 'lavfi', '-i', graph]);
const mandelbrot = 'mandelbrot=s=640x360:r=30:maxiter=70:start_x=-0.75:start_y=0.11:start_scale=0.9';
const life =
  'life=s=160x90:r=10:mold=10:life_color=#C83232:death_color=#202840:mold_color=#306080:ratio=0.3:random_seed=7';

/**
 * Creates those of the eight test videos that do not exist yet, and returns all eight. `sampleFolder` contains the
 * videos of the sample project.
 */
export async function makeContents(make: MakeFile, sampleFolder: string, seconds: number): Promise<BytesContent[]> {
  const sample = (name: string) => join(sampleFolder, `${name}.mp4`);
  const repeated = (name: string) => ['-stream_loop', '-1', '-i', sample(name)];
  const firstFrame = (name: string) => `movie=${sample(name)},trim=end_frame=1,loop=-1:1,setpts=N/30/TB`;
  /** Name, description, ffmpeg inputs, and filter graph with the output `v`. */
  const kinds: readonly (readonly [string, string, readonly string[], string])[] = [
    [
      ...(['footage', 'the ocean of the sample project, repeated'] as const),
      ...([repeated('ocean'), `[0:v]${scaled}[v]`] as const),
    ],
    [
      ...(['shots', 'ocean, mountains, aurora and a moving pattern, 2.5 s each'] as const),
      [...repeated('ocean'), ...repeated('mountains'), ...repeated('aurora'), ...lavfi(mandelbrot)],
      shotsOf(4, seconds, 2.5),
    ],
    [
      ...(['grainy pan', 'a still that moves slowly sideways, with grain'] as const),
      lavfi(firstFrame('mountains')),
      `[0:v]scale=1920:1080,crop=${width}:${height}:x='40+n*0.5':y=180,noise=alls=10:allf=t:all_seed=3,${scaled}[v]`,
    ],
    ['still', 'one picture that does not move', lavfi(firstFrame('mountains')), `[0:v]${scaled}[v]`],
    [
      ...(['screen', 'a still screen with a moving cursor, and a window that changes every 6 s'] as const),
      lavfi(`color=c=#f4f5f7:s=${width}x${height}:r=30`, 'testsrc=s=560x400:r=1/6', 'color=c=#202020:s=14x22:r=30'),
      [
        '[0:v]drawbox=x=0:y=0:w=iw:h=56:c=#2b3a55:t=fill,drawgrid=x=40:y=96:w=600:h=28:t=1:c=#c4c8d0@0.9[page]',
        '[1:v]fps=30,format=yuv420p[window]',
        '[page][window]overlay=660:140[full]',
        `[full][2:v]overlay=x='200+420*abs(sin(t/2))':y='160+300*abs(sin(t/3))',${scaled}[v]`,
      ].join(';'),
    ],
    [
      ...(['motion graphics', 'flat shapes that glide over a plain background'] as const),
      lavfi(
        `color=c=#14213d:s=${width}x${height}:r=30`,
        ...['#fca311', '#e5e5e5', '#e63946'].map(
          (color, n) => `color=c=${color}:s=${260 - 60 * n}x${160 + 50 * n}:r=30`,
        ),
      ),
      [
        "[0:v][1:v]overlay=x='(W-w)/2+420*sin(t*1.3)':y='120+60*cos(t)'[a]",
        "[a][2:v]overlay=x='100+mod(t*180\\,W)':y='360+120*sin(t*2)'[b]",
        `[b][3:v]overlay=x='(W-w)/2':y='(H-h)/2+240*sin(t*0.8)',${scaled}[v]`,
      ].join(';'),
    ],
    [
      'animation',
      'flat cells that change ten times a second',
      lavfi(life),
      `[0:v]scale=${width}:${height}:flags=neighbor,${scaled}[v]`,
    ],
    [
      ...(['dark gradient', 'a dark gradient that turns slowly'] as const),
      lavfi(
        `gradients=s=${width}x${height}:r=30:c0=0x05070d:c1=0x1b2233:x0=0:y0=0:x1=${width}:y1=${height}:` +
          'nb_colors=2:seed=5:speed=0.003',
      ),
      `[0:v]${scaled}[v]`,
    ],
  ];
  const contents: BytesContent[] = [];
  for (const [name, about, inputs, graph] of kinds) {
    const file = await make(`bytes-${name.replaceAll(' ', '-')}-${seconds}-hevc.mkv`, (out) => [
      ...['ffmpeg', '-y', '-v', 'error', ...inputs, '-filter_complex', graph, '-map', '[v]'],
      ...['-t', String(seconds), ...encode, out],
    ]);
    contents.push({ name, about, file });
  }
  return contents;
}

/** Returns a filter graph that shows its inputs alternately, for `length` seconds each and `seconds` in total. */
function shotsOf(inputs: number, seconds: number, length: number): string {
  const shots = Array.from({ length: Math.ceil(seconds / length) }, (_, n) => n);
  const uses = (input: number) => shots.filter((n) => n % inputs === input);
  const split = (input: number) =>
    `split=${uses(input).length}${uses(input)
      .map((n) => `[i${n}]`)
      .join('')}`;
  return [
    ...Array.from({ length: inputs }, (_, input) => input)
      .filter((input) => uses(input).length > 0)
      .map((input) => `[${input}:v]${scaled},${split(input)}`),
    ...shots.map((n) => {
      const from = Math.floor(n / inputs) * length;
      return `[i${n}]trim=start=${from}:end=${from + length},setpts=PTS-STARTPTS[s${n}]`;
    }),
    `${shots.map((n) => `[s${n}]`).join('')}concat=n=${shots.length}:v=1:a=0[v]`,
  ].join(';');
}
