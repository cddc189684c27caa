import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../measure/run-command.ts';
import { drawCaption } from './draw-caption.ts';

/** Files that the scenes are made of. `videos` are 1080p30 H.264 with a key frame every two seconds, no sound. */
export interface BenchMedia {
  readonly videos: Readonly<Record<'a' | 'b' | 'c' | 'd', string>>;
  /** 2560 x 1440 JPEG. */
  readonly stills: readonly string[];
  /** 200 x 200 PNG with alpha. */
  readonly logo: string;
  /** 960 x 200 PNG with alpha: what ffmpeg overlays where our scene has a text clip. */
  readonly captions: readonly string[];
}

/** What the captions of scene S1 say. */
export const captionTexts: readonly string[] = [
  'Edit video as data',
  'Rendered in parallel',
  'The same bytes every time',
];

const ffmpeg = ['ffmpeg', '-y', '-v', 'error'];
const encode = [
  '-an -c:v libx264 -preset veryfast -crf 20 -maxrate 11M -bufsize 16M -g 60 -keyint_min 60 -sc_threshold 0 -pix_fmt yuv420p',
  '-colorspace bt709 -color_primaries bt709 -color_trc bt709 -color_range tv -movflags +faststart',
].flatMap((part) => part.split(' '));

/** Makes what is missing of the media in `folder`; ten seconds a clip (about a minute of work), repeated up to `seconds`. */
export async function makeMedia(folder: string, seconds: number, log: (line: string) => void): Promise<BenchMedia> {
  mkdirSync(folder, { recursive: true });
  const file = (name: string) => join(folder, name);
  async function ensure(name: string, command: (outPath: string) => readonly string[]): Promise<string> {
    const path = file(name);
    if (existsSync(path)) return path;
    log(`making ${name}`);
    // Written beside and renamed: a run that is cut short leaves nothing that looks finished.
    const part = file(`part-${name}`);
    rmSync(part, { force: true });
    await runCommand(command(part));
    renameSync(part, path);
    return path;
  }
  const clips: Record<string, string> = {
    a: await ensure('a.mp4', (out) =>
      moving('mandelbrot=s=480x270:r=30:maxiter=70:start_x=-0.75:start_y=0.11:start_scale=0.9', testCard, out),
    ),
    b: await ensure('b.mp4', (out) =>
      moving('mandelbrot=s=480x270:r=30:maxiter=60:start_x=-0.74:start_y=0.13:start_scale=1', testCard, out),
    ),
    c: await ensure('c.mp4', (out) =>
      moving('mandelbrot=s=480x270:r=30:maxiter=80:start_x=-0.1:start_y=0.9:start_scale=0.6', life, out),
    ),
  };
  const b = clips.b ?? '';
  clips.d = await ensure('d.mp4', (out) => [...ffmpeg, '-i', b, '-vf', 'hflip,hue=h=90', ...encode, out]);
  const videos: Record<string, string> = {};
  for (const [name, clip] of Object.entries(clips)) {
    videos[name] =
      seconds === 10
        ? clip
        : await ensure(`${name}-${seconds}.mp4`, (out) => [
            ...ffmpeg,
            '-stream_loop',
            String(Math.ceil(seconds / 10) - 1),
            '-i',
            clip,
            '-c',
            'copy',
            '-t',
            String(seconds),
            '-movflags',
            '+faststart',
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
  const logo = await ensure('logo.png', (out) => [
    ...ffmpeg,
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=512x512:r=1',
    '-vf',
    "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='clip((250-hypot(X-256,Y-256))*10,0,255)*0.9',scale=200:200",
    '-frames:v',
    '1',
    out,
  ]);
  const captions = captionTexts.map((text, i) => {
    const path = file(`caption${i}.png`);
    if (!existsSync(path)) drawCaption(text, path);
    return path;
  });
  const { a = '', c = '', d = '' } = videos;
  return { videos: { a, b: videos.b ?? '', c, d }, stills, logo, captions };
}

const testCard = 'testsrc2=s=1920x1080:r=30';
const life =
  'life=s=240x135:r=30:mold=10:life_color=#C83232:death_color=#202840:mold_color=#306080:ratio=0.3:random_seed=7,format=yuv420p';

/** Left half smooth and moving, right half hard edges, fresh noise in every frame: hard for an encoder, as camera footage is. */
function moving(smooth: string, hard: string, out: string): string[] {
  const graph = [
    '[0]scale=1920:1080:flags=bicubic,format=yuv420p[m]',
    '[1]scale=1920:1080,format=yuv420p[t]',
    '[m][t]overlay=format=yuv420:x=W/2:y=0,noise=alls=3:allf=t:all_seed=1[v]',
  ].join(';');
  return [
    ...ffmpeg,
    '-f',
    'lavfi',
    '-i',
    smooth,
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
    out,
  ];
}
