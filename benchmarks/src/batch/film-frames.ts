import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FramemillError } from '@framemill/timeline';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { ItemValues } from './item-values.ts';
import { type Greeting, parts, type Service, variablesOf } from './make-greeting.ts';
import { type FramePixels, frameSize, type Specimen, withoutAlpha } from './read-frame.ts';

/** When the films are looked at: in the middle of their own part. Seconds. */
const lookedAtSec = parts.intro + parts.own / 2;

const run = promisify(execFile);
const { width, height } = frameSize;

/** The frame of a finished film in the middle of its own part, decoded by ffmpeg from its address, in half size. Throws when it has none. */
export async function frameOfFilm(url: string): Promise<FramePixels> {
  const read = ['-v', 'error', '-threads', '1', '-ss', String(lookedAtSec), '-i', url, '-frames:v', '1'];
  const shape = ['-vf', `scale=${width}:${height}:flags=area,format=rgb24`, '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', [...read, ...shape], { encoding: 'buffer', maxBuffer: 16 << 20 });
  if (stdout.length === width * height * 3) return stdout;
  throw new FramemillError('internal_error', `${url} has no frame at ${lookedAtSec} s.`);
}

/** The frame that the service previews for known values: what films are compared with. */
export async function specimenOf({ apiHost, key }: Service, greeting: Greeting, values: ItemValues): Promise<Specimen> {
  const query = new URLSearchParams({
    ...{ format: 'image', at: String(lookedAtSec) },
    variables: JSON.stringify(variablesOf(values, greeting)),
  });
  const answer = await fetch(`${apiHost}/v1/projects/${greeting.projectId}/preview?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok) throw new FramemillError('provider_error', `A preview was answered ${answer.status}.`);
  const image = await loadImage(Buffer.from(await answer.arrayBuffer()));
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { values, pixels: withoutAlpha(data) };
}
