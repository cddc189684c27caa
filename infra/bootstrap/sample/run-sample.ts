import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';
import { type ApiClient, createApiClient, readNumber, readString, walk } from './api-client.ts';
import { type FilmMedia, filmVersion } from './film.ts';
import { makeProject } from './make-project.ts';

export interface SampleInput {
  /** Data folder of the service; the video is stored in `<dataDir>/sample`. */
  readonly dataDir: string;
  /** Root URL of the running service, for example `http://127.0.0.1:8787`. */
  readonly apiHost: string;
  readonly liveKey: string;
  readonly output: ProgressOutput;
  readonly signal?: AbortSignal | undefined;
}

export interface SampleResult {
  /** Path of the video on this machine's disk. */
  readonly file: string;
  /** URL at which the service serves the video. */
  readonly url: string;
  readonly frames: number;
  /** Time in seconds from `POST /v1/renders` to COMPLETED. */
  readonly seconds: number;
  readonly fps: number;
  /** Number of segments reused from an earlier render. `frames` and `fps` include them as if they had been rendered. */
  readonly reusedSegments: number;
}

const pollMs = 250;

/**
 * Uploads the sample's media, creates the project over HTTP, renders it and downloads the MP4. Throws FramemillError
 * when the service refuses a request or the render fails.
 */
export async function runSample(input: SampleInput): Promise<SampleResult> {
  const folder = join(input.dataDir, 'sample');
  await mkdir(folder, { recursive: true });
  const api = createApiClient(input.apiHost, input.liveKey, input.signal);
  const projectId = await findOrMakeProject(api, folder, input.output);
  const render = await renderProject(api, projectId, input);
  const file = join(folder, 'framemill-sample.mp4');
  await download(new URL(render.url, input.apiHost), file, input.signal);
  return { file, ...render };
}

/**
 * Returns the project of an earlier run, or creates a new one when the media have changed or the project was deleted.
 */
async function findOrMakeProject(api: ApiClient, folder: string, output: ProgressOutput): Promise<string> {
  const noteFile = join(folder, 'project.json');
  const version = `${await mediaVersion()} ${filmVersion()}`;
  const note = await readNote(noteFile);
  if (walk(note, ['version']) === version) {
    const projectId = readString(note, 'projectId');
    if (await exists(api, projectId)) return projectId;
  }
  const media = await uploadAll(api, output);
  const projectId = await makeProject(api, media);
  await writeFile(noteFile, JSON.stringify({ version, projectId }));
  return projectId;
}

async function readNote(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Missing or incomplete: the project is built again, which takes a second.
    return null;
  }
}

async function exists(api: ApiClient, projectId: string): Promise<boolean> {
  try {
    await api.get(`/projects/${projectId}`);
    return true;
  } catch (error) {
    if (error instanceof FramemillError && error.message.includes('returned HTTP status 404')) return false;
    throw error;
  }
}

async function uploadAll(api: ApiClient, output: ProgressOutput): Promise<FilmMedia> {
  const bar = createProgressBar(output, 'upload ');
  const ids: Record<string, string> = {};
  for (const [index, { name, file, contentType }] of sampleFiles.entries()) {
    bar.update(index, sampleFiles.length, file);
    const answer = await api.upload(join(mediaFolder, file), contentType);
    ids[name] = await readyMedia(api, answer);
  }
  bar.end(`${sampleFiles.length} files`);
  const { mountains = '', ocean = '', aurora = '', logo = '', music = '' } = ids;
  return { mountains, ocean, aurora, logo, music };
}

/**
 * Waits until the service has probed an upload, because its response may come earlier when probing takes long. Returns
 * the media id.
 */
async function readyMedia(api: ApiClient, answer: unknown): Promise<string> {
  const id = readString(answer, 'media', 'id');
  let status = readString(answer, 'media', 'status');
  while (status === 'PROCESSING') {
    await wait(pollMs);
    const list = walk(await api.get('/media?limit=100'), ['media']);
    const record = Array.isArray(list) ? list.find((media) => walk(media, ['id']) === id) : undefined;
    status = readString(record, 'status');
  }
  if (status !== 'READY')
    throw new FramemillError('provider_error', `The service could not read an upload: ${JSON.stringify(answer)}`);
  return id;
}

async function renderProject(
  api: ApiClient,
  projectId: string,
  input: SampleInput,
): Promise<Omit<SampleResult, 'file'>> {
  const bar = createProgressBar(input.output, 'render ');
  const startedAt = performance.now();
  const asked = await api.post('/renders', { projectId, format: 'mp4', quality: 'standard', resolution: 'full' });
  const renderId = readString(asked, 'render', 'id');
  for (;;) {
    const answer = await api.get(`/renders/${renderId}`);
    const status = readString(answer, 'render', 'status');
    const seconds = (performance.now() - startedAt) / 1000;
    const done = Number(walk(answer, ['render', 'frames', 'done']) ?? 0);
    const total = Number(walk(answer, ['render', 'frames', 'total']) ?? 0);
    if (status === 'COMPLETED') {
      const frames = readNumber(answer, 'render', 'frames', 'total');
      const reusedSegments = Number(walk(answer, ['render', 'reusedSegments']) ?? 0);
      const fps = frames / seconds;
      const reused = reusedSegments > 0 ? `, ${reusedSegments} segments reused` : '';
      bar.end(`${frames} frames, ${fps.toFixed(1)} frames/s${reused}`);
      return { url: readString(answer, 'render', 'url'), frames, seconds, fps, reusedSegments };
    }
    if (status !== 'PENDING' && status !== 'PROCESSING') {
      throw new FramemillError(
        'internal_error',
        `The sample's render ended as ${status}: ${String(walk(answer, ['render', 'error']))}`,
      );
    }
    // No rate before the first frame is done: it would be shown as 0.0 frames/s.
    bar.update(done, total, done === 0 ? 'begins' : `${(done / seconds).toFixed(1)} frames/s`);
    await wait(pollMs, undefined, input.signal ? { signal: input.signal } : {});
  }
}

async function download(url: URL, file: string, signal?: AbortSignal): Promise<void> {
  const answer = await fetch(url, { signal: signal ?? null });
  if (!answer.ok || !answer.body)
    throw new FramemillError('provider_error', `GET ${url} returned HTTP status ${answer.status}.`);
  const part = `${file}.part`;
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(part));
  await rename(part, file);
}

/** Folder with the sample's media, which the code in `benchmarks/src/sample` generated. */
export const mediaFolder = join(import.meta.dirname, 'media');

/** Files of the sample, with the content types for uploading them. */
export const sampleFiles = [
  { name: 'mountains', file: 'mountains.mp4', contentType: 'video/mp4' },
  { name: 'ocean', file: 'ocean.mp4', contentType: 'video/mp4' },
  { name: 'aurora', file: 'aurora.mp4', contentType: 'video/mp4' },
  { name: 'logo', file: 'logo.png', contentType: 'image/png' },
  { name: 'music', file: 'music.flac', contentType: 'audio/flac' },
] as const;

/** Returns a version text that changes whenever one of the media files changes. */
export async function mediaVersion(): Promise<string> {
  const hash = createHash('sha256');
  for (const { file } of sampleFiles) hash.update(await readFile(join(mediaFolder, file)));
  return hash.digest('hex').slice(0, 16);
}

/** Output stream of a progress bar. On a terminal one line is redrawn; other streams get a line for every tenth. */
export interface ProgressOutput {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface ProgressBar {
  /** Shows that `done` of `total` is complete, with a note after the bar. */
  update(done: number, total: number, note: string): void;
  /** Shows the progress as complete, with a note, and ends the line. */
  end(note: string): void;
}

/** Creates a progress bar with `label` in front. */
export function createProgressBar(output: ProgressOutput, label: string): ProgressBar {
  let lastTenth = -1;
  return {
    update(done, total, note) {
      const share = total > 0 ? Math.min(1, done / total) : 0;
      if (output.isTTY) {
        output.write(`\r${drawLine(label, share, note, output.columns ?? 80)}`);
        return;
      }
      const tenth = Math.floor(share * 10);
      if (tenth <= lastTenth) return;
      lastTenth = tenth;
      output.write(`${label} ${tenth * 10} % ${note}\n`);
    },
    end(note) {
      output.write(output.isTTY ? `\r${drawLine(label, 1, note, output.columns ?? 80)}\n` : `${label} done ${note}\n`);
    },
  };
}

/**
 * Returns the line of a progress bar, exactly `columns - 1` characters long so that it overwrites an earlier longer
 * line.
 */
export function drawLine(label: string, share: number, note: string, columns: number): string {
  const width = Math.max(8, Math.min(32, columns - label.length - note.length - 12));
  const full = Math.round(share * width);
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  const line = `${label} ${'█'.repeat(full)}${'░'.repeat(width - full)} ${percent}  ${note}`;
  return line.slice(0, columns - 1).padEnd(columns - 1);
}
