import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ffmpeg } from '@framemill/testing/ffmpeg';
import type { Document } from '@framemill/timeline';
import type { APIRequestContext } from 'playwright-core';

/**
 * Calls an API route with a user's session, for example `/projects`, and returns the parsed response. Throws when the
 * call is refused.
 */
// biome-ignore lint/suspicious/noExplicitAny: answers of many routes
export type Call = (method: string, path: string, data?: object) => Promise<any>;

/** Returns a function that calls the API with the session of a browser window. */
export function callerOf(request: APIRequestContext, url: string): Call {
  return async (method, path, data) => {
    const response = await request.fetch(`${url}/api/studio${path}`, { method, data, headers: { origin: url } });
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
}

/** Uploads a file with the session of a browser window and returns the media id. The file may not be processed yet. */
export async function uploadOver(
  request: APIRequestContext,
  url: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<string> {
  const sent = { multipart: { file }, headers: { origin: url } };
  const response = await request.post(`${url}/api/studio/media/uploads`, sent);
  if (!response.ok()) throw new Error(await response.text());
  return (await response.json()).media.id;
}

/**
 * Creates a 6 s test video with moving bars and a beep every half second, uploads it and waits until it is processed.
 * Returns the media id.
 */
export async function uploadFilm(request: APIRequestContext, url: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'framemill-timeline-'));
  const file = path.join(folder, 'bars.mp4');
  const beeps = "aevalsrc='0.8*sin(2*PI*660*t)*lt(mod(t,0.5),0.08)':s=48000:d=6";
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=6', '-f', 'lavfi', '-i', beeps];
  ffmpeg([...source, '-pix_fmt', 'yuv420p', '-c:a', 'aac', file]);
  const buffer = await readFile(file);
  await rm(folder, { recursive: true });
  const id = await uploadOver(request, url, { name: 'bars.mp4', mimeType: 'video/mp4', buffer });
  const call = callerOf(request, url);
  for (;;) {
    const now = (await call('GET', `/media/${id}`)).media;
    if (now.filmstrip && now.peaks) return id;
    if (now.ingest.error) throw new Error(now.ingest.error);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Creates a project with three adjacent video clips, audio below them and a title. Returns its id. */
export async function timelineProject(call: Call, media: string): Promise<string> {
  const shot = { op: 'addClip', type: 'video', src: media, duration: 2, trackIndex: 0, mediaDuration: 6 };
  const commands = [
    { ...shot, start: 0, mediaStart: 1, name: 'One' },
    { ...shot, start: 2, mediaStart: 2, name: 'Two' },
    { ...shot, start: 4, mediaStart: 3, name: 'Three' },
    { op: 'addClip', type: 'audio', src: media, start: 0, duration: 6, trackIndex: 3, name: 'Beeps' },
    { op: 'addTextClip', text: 'Title', start: 1, duration: 3 },
  ];
  const { project } = await call('POST', '/projects', { name: 'Cuts', commands });
  return project.id;
}

/** Creates a project with `clipCount` text clips on 50 tracks and returns its id. */
export async function largeProject(call: Call, clipCount: number): Promise<string> {
  const commands = Array.from({ length: clipCount / 50 }, (_, index) => ({
    ...{ op: 'addTextClip', text: `Text ${index}`, start: index * 2, duration: 2, trackIndex: 2 },
  }));
  const { project } = await call('POST', '/projects', { name: 'Large', commands });
  const copies = Array.from({ length: 49 }, () => ({ op: 'duplicateTrack', trackId: 2 }));
  await call('POST', `/projects/${project.id}/commands`, { commands: copies });
  return project.id;
}

/** Reads a project's document from the service. */
export async function documentOf(call: Call, id: string): Promise<Document> {
  return (await call('GET', `/projects/${id}?view=document`)).project.document;
}
