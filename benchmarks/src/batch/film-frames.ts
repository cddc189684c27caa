import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { FramemillError } from '@framemill/timeline';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { ItemValues } from './item-values.ts';
import { type Greeting, parts, type Service, variablesOf } from './make-greeting.ts';
import { type FramePixels, frameSize, type Specimen, withoutAlpha } from './read-frame.ts';

/** Time of the checked frame, in the middle of each video's individual part, in seconds. */
const lookedAtSec = parts.intro + parts.own / 2;

const run = promisify(execFile);
const { width, height } = frameSize;

/**
 * Returns a frame from the middle of a finished video's individual part, decoded by ffmpeg at half size. Throws
 * `internal_error` when there is no such frame.
 */
export async function frameOfFilm(url: string): Promise<FramePixels> {
  const read = ['-v', 'error', '-threads', '1', '-ss', String(lookedAtSec), '-i', url, '-frames:v', '1'];
  const shape = ['-vf', `scale=${width}:${height}:flags=area,format=rgb24`, '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', [...read, ...shape], { encoding: 'buffer', maxBuffer: 16 << 20 });
  if (stdout.length === width * height * 3) return stdout;
  throw new FramemillError('internal_error', `${url} has no frame at ${lookedAtSec} s.`);
}

/** Returns the service's preview frame for known values. Frames of videos are compared with it. */
export async function specimenOf({ apiHost, key }: Service, greeting: Greeting, values: ItemValues): Promise<Specimen> {
  const query = new URLSearchParams({
    ...{ format: 'image', at: String(lookedAtSec) },
    variables: JSON.stringify(variablesOf(values, greeting)),
  });
  const answer = await fetch(`${apiHost}/v1/projects/${greeting.projectId}/preview?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok)
    throw new FramemillError('provider_error', `The preview request returned HTTP status ${answer.status}.`);
  const image = await loadImage(Buffer.from(await answer.arrayBuffer()));
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { values, pixels: withoutAlpha(data) };
}
