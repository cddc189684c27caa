import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { fullHd, type ImageSize, ultraHd } from './measure/inspect-video.ts';
import { runCommand } from './measure/run-command.ts';

/**
 * Source files of the scenes. `videos` are H.264 of the scene's size at 30 frames a second without audio, with a
 * keyframe every two seconds.
 */
export interface BenchMedia {
  readonly videos: Readonly<Record<'a' | 'b' | 'c' | 'd', string>>;
  /** JPEG files of 2560 x 1440. */
  readonly stills: readonly string[];
  /** PNG file with alpha, 200 x 200 at 1080p. */
  readonly logo: string;
  /**
   * PNG files with alpha, 960 x 200 at 1080p. ffmpeg overlays them where Framemill's version of the scene has a text
   * clip.
   */
  readonly captions: readonly string[];
}

/** Texts of the captions in scene S1. */
export const captionTexts: readonly string[] = [
  'Edit video as data',
  'Rendered in parallel',
  'The same bytes every time',
];

const ffmpeg = ['ffmpeg', '-y', '-v', 'error'];
const encode = [
  '-an -c:v libx264 -preset veryfast -crf 20 -g 60 -keyint_min 60 -sc_threshold 0 -pix_fmt yuv420p',
  '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -movflags +faststart',
].flatMap((part) => part.split(' '));
const limits = {
  '1080p30': ['-maxrate', '11M', '-bufsize', '16M'],
  '2160p30': ['-maxrate', '40M', '-bufsize', '60M'],
};

/**
 * Creates the missing media files in `folder`. Ten-second clips, which take about a minute to generate, are repeated or
 * cut to `seconds`.
 */
export async function makeMedia(folder: string, seconds: number, log: (line: string) => void): Promise<BenchMedia> {
  const ensure = maker(folder, log);
  const clips: Record<string, string> = {
    a: await ensure('a.mp4', (out) => moving(smooth, testCard(fullHd), fullHd, out)),
    b: await ensure('b.mp4', (out) =>
      moving(
        'mandelbrot=s=480x270:r=30:maxiter=60:start_x=-0.74:start_y=0.13:start_scale=1',
        testCard(fullHd),
        fullHd,
        out,
      ),
    ),
    c: await ensure('c.mp4', (out) =>
      moving('mandelbrot=s=480x270:r=30:maxiter=80:start_x=-0.1:start_y=0.9:start_scale=0.6', life, fullHd, out),
    ),
  };
  const b = clips.b ?? '';
  clips.d = await ensure('d.mp4', (out) => [
    ...ffmpeg,
    '-i',
    b,
    '-vf',
    'hflip,hue=h=90',
    ...encode,
    ...limits['1080p30'],
    out,
  ]);
  const videos: Record<string, string> = {};
  for (const [name, clip] of Object.entries(clips)) {
    videos[name] =
      seconds === 10
        ? clip
        : await ensure(`${name}-${seconds}.mp4`, (out) => [
            ...ffmpeg,
            ...['-stream_loop', String(Math.ceil(seconds / 10) - 1), '-i', clip, '-t', String(seconds)],
            // Packets are in decoding order, so a part of a clip must be encoded again.
            ...(seconds % 10 === 0 ? ['-c', 'copy', '-movflags', '+faststart'] : [...encode, ...limits['1080p30']]),
            out,
          ]);
  }
  const stills: string[] = [];
  for (let i = 0; i < 5; i++) {
    const from = (i % 2 === 0 ? clips.a : clips.c) ?? '';
    const filter = `scale=2560:1440:flags=lanczos,hue=h=${i * 50}`;
    stills.push(
      await ensure(`still${i}.jpg`, (out) => [
        ...ffmpeg,
        '-ss',
        String(i * 2),
        '-i',
        from,
        '-frames:v',
        '1',
        '-vf',
        filter,
        '-q:v',
        '2',
        out,
      ]),
    );
  }
  const { logo, captions } = await marks(folder, 1, ensure);
  const { a = '', c = '', d = '' } = videos;
  return { videos: { a, b: videos.b ?? '', c, d }, stills, logo, captions };
}

/**
 * Creates the media of the 4K scene, which is ten seconds of S1. S1 shows only one video, so all four entries of
 * `videos` are the same file.
 */
export async function makeUltraHdMedia(folder: string, log: (line: string) => void): Promise<BenchMedia> {
  const ensure = maker(folder, log);
  const a = await ensure('a-2160.mp4', (out) => moving(smooth, testCard(ultraHd), ultraHd, out));
  return { videos: { a, b: a, c: a, d: a }, stills: [], ...(await marks(folder, 2, ensure)) };
}

/**
 * Function that runs a command to create the file `name` in the media folder, unless the file exists. Returns the
 * file's path.
 */
export type MakeFile = (name: string, command: (outPath: string) => readonly string[]) => Promise<string>;

/** Returns a `MakeFile` function for `folder`. */
export function maker(folder: string, log: (line: string) => void): MakeFile {
  mkdirSync(folder, { recursive: true });
  return async (name, command) => {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    log(`making ${name}`);
    // Written to a temporary name and renamed, so that an aborted run leaves no file that looks complete.
    const part = join(folder, `part-${name}`);
    rmSync(part, { force: true });
    await runCommand(command(part));
    renameSync(part, path);
    return path;
  };
}

/** Creates the image files of the logo and the captions, `scale` times as large as at 1080p. */
async function marks(folder: string, scale: 1 | 2, ensure: MakeFile): Promise<Pick<BenchMedia, 'logo' | 'captions'>> {
  const ending = scale === 1 ? '' : '-2160';
  const rounded = "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='clip((250-hypot(X-256,Y-256))*10,0,255)*0.9'";
  const logo = await ensure(`logo${ending}.png`, (out) => [
    ...[...ffmpeg, '-f', 'lavfi', '-i', 'testsrc2=s=512x512:r=1'],
    ...['-vf', `${rounded},scale=${200 * scale}:${200 * scale}`, '-frames:v', '1', out],
  ]);
  const captions = captionTexts.map((text, i) => {
    const path = join(folder, `caption${i}${ending}.png`);
    if (!existsSync(path)) drawCaption(text, path, scale);
    return path;
  });
  return { logo, captions };
}

const smooth = 'mandelbrot=s=480x270:r=30:maxiter=70:start_x=-0.75:start_y=0.11:start_scale=0.9';
const testCard = ({ width, height }: ImageSize) => `testsrc2=s=${width}x${height}:r=30`;
const life =
  'life=s=240x135:r=30:mold=10:life_color=#C83232:death_color=#202840:mold_color=#306080:' +
  'ratio=0.3:random_seed=7,format=yuv420p';

/**
 * Returns the ffmpeg command that creates a test video: the left half is smooth and moving, the right half has hard
 * edges, and every frame has new noise. The video is as hard to encode as camera footage.
 */
function moving(soft: string, hard: string, size: ImageSize, out: string): string[] {
  const { width, height } = size;
  const graph = [
    `[0]scale=${width}:${height}:flags=bicubic,format=yuv420p[m]`,
    `[1]scale=${width}:${height},format=yuv420p[t]`,
    '[m][t]overlay=format=yuv420:x=W/2:y=0,noise=alls=3:allf=t:all_seed=1[v]',
  ].join(';');
  return [
    ...ffmpeg,
    '-f',
    'lavfi',
    '-i',
    soft,
    '-f',
    'lavfi',
    '-i',
    hard,
    '-filter_complex',
    graph,
    '-map',
    '[v]',
    '-t',
    '10',
    ...encode,
    ...limits[size.name],
    out,
  ];
}

const looks = ['null', 'hflip'];

/**
 * Creates the missing files of the six clips of the preview project. Each is 10 s of 1080p30 H.264 with one keyframe at
 * the start, as phones and screen recorders produce them. A clip is at most 16 MB, the limit for uploads.
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
        '-t 10 -an -c:v libx264 -preset veryfast -crf 22 -maxrate 12M -bufsize 24M -g 300 -keyint_min 300 ' +
        '-sc_threshold 0';
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

/** Style of the captions of scene S1. It is used in Framemill's document and in the images that ffmpeg overlays. */
export const captionStyle = {
  fontFamily: 'Inter',
  fontWeight: 700,
  fontSize: 64,
  color: '#ffffff',
  width: 960,
  align: 'center',
} as const;

/** Draws one line of text, centred on a transparent image of `scale` times 960 x 200, into a PNG file. */
function drawCaption(text: string, path: string, scale: number): void {
  const font = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf');
  GlobalFonts.registerFromPath(font, 'Bench Inter');
  const canvas = createCanvas(960 * scale, 200 * scale);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.font = `700 ${captionStyle.fontSize}px "Bench Inter"`;
  context.fillStyle = captionStyle.color;
  context.textAlign = 'center';
  // Inter's ascent and descent (0.96875 and 0.2412 em) centre the line like a layout with a line height.
  context.fillText(text, 480, 100 + ((0.96875 - 0.2412) / 2) * captionStyle.fontSize);
  writeFileSync(path, canvas.toBuffer('image/png'));
}
