import { join } from 'node:path';
import { type MediaFiles, probeMedia } from '@framemill/compositor';
import { ffmpeg } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo } from '@framemill/testing/numbered-video';

/** Number of different numbers shown by the frames of a numbered video: 0 to 255. */
export const numbers = 256;
export const films = ['film-0', 'film-1', 'film-2', 'film-3'] as const;
export const images = ['mark-0', 'mark-1', 'mark-2'] as const;

const encode = '-c:v libx264 -preset veryfast -g 60 -pix_fmt yuv420p -c:a aac -b:a 96k'.split(' ');

/**
 * Creates four numbered videos of 640x360 (each frame shows its number) with audio, three images and a piece of music.
 * Takes some seconds.
 */
export async function makeLongMedia(folder: string): Promise<MediaFiles> {
  const media: MediaFiles = {};
  const add = async (name: string, path: string) => {
    media[name] = { path, facts: await probeMedia(path) };
  };
  const silent = join(folder, 'silent.mp4');
  const args = '-c:v libx264 -preset ultrafast -qp 10 -pix_fmt yuv420p'.split(' ');
  makeNumberedVideo(silent, { frames: numbers, rate: '30', width: 640, height: 360, args });
  for (const [i, name] of films.entries()) {
    const path = join(folder, `${name}.mp4`);
    const tone = `sine=${220 * (i + 1)}:r=48000:d=${numbers / 30}`;
    // A speck that moves, far from the row that is read: pictures that are all the same would be no work.
    const speck = `color=orange:s=30x30:r=30:d=${numbers / 30}`;
    const moving = `[0:v][2:v]overlay=x='mod(n*7,600)':y=${20 + 10 * i}[v]`;
    const inputs = ['-i', silent, ...['-f', 'lavfi', '-i', tone], ...['-f', 'lavfi', '-i', speck]];
    ffmpeg([...inputs, '-filter_complex', moving, '-map', '[v]', '-map', '1:a', '-shortest', ...encode, path]);
    await add(name, path);
  }
  for (const [i, name] of images.entries()) {
    const size = 60 + 30 * i;
    const path = join(folder, `${name}.png`);
    const stripes = "geq=r='X*2':g='Y*2':b=120:a='if(mod(X+Y,7),200,0)'";
    ffmpeg(['-f', 'lavfi', '-i', `color=black:s=${size}x${size},format=rgba,${stripes}`, '-frames:v', '1', path]);
    await add(name, path);
  }
  const tune = join(folder, 'tune.wav');
  ffmpeg(['-f', 'lavfi', '-i', 'sine=330:r=44100:d=90,tremolo=f=3', tune]);
  await add('tune', tune);
  return media;
}
