import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Document } from '@framemill/timeline';
import { callApi } from './editor-project.ts';
import type { Service } from './service.ts';

/** Why films cannot be made here; null when they can. */
export function ffmpegMissing(): string | null {
  return spawnSync('ffmpeg', ['-version']).status === 0 ? null : 'this machine has no ffmpeg';
}

/** Makes 6 s of moving bars with a beep each half second, uploads them and waits until they are ingested. Returns the media's id. */
export async function uploadFilm(service: Service): Promise<string> {
  const file = path.join(service.dataDir, 'bars.mp4');
  const beeps = "aevalsrc='0.8*sin(2*PI*660*t)*lt(mod(t,0.5),0.08)':s=48000:d=6";
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=6', '-f', 'lavfi', '-i', beeps];
  execFileSync('ffmpeg', ['-y', '-v', 'error', ...source, '-pix_fmt', 'yuv420p', '-c:a', 'aac', file]);
  const body = new FormData();
  body.append('file', new Blob([await readFile(file)]), 'bars.mp4');
  const headers = { authorization: `Bearer ${service.demo.liveKey}` };
  const answer = await fetch(`${service.url}/v1/media/uploads`, { method: 'POST', headers, body });
  const { media } = await answer.json();
  for (;;) {
    const now = (await callApi(service, 'GET', `/media/${media.id}`)).media;
    if (now.filmstrip && now.peaks) return media.id;
    if (now.ingest.error) throw new Error(now.ingest.error);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** Makes a project with three shots that touch, their sound below and a title. Returns its id and the clips' by name. */
export async function timelineProject(service: Service, media: string) {
  const shot = { op: 'addClip', type: 'video', src: media, duration: 2, trackIndex: 0, mediaDuration: 6 };
  const commands = [
    { ...shot, start: 0, mediaStart: 1, name: 'One' },
    { ...shot, start: 2, mediaStart: 2, name: 'Two' },
    { ...shot, start: 4, mediaStart: 3, name: 'Three' },
    { op: 'addClip', type: 'audio', src: media, start: 0, duration: 6, trackIndex: 3, name: 'Beeps' },
    { op: 'addTextClip', text: 'Title', start: 1, duration: 3 },
  ];
  const { project } = await callApi(service, 'POST', '/projects', { name: 'Cuts', commands });
  return project.id as string;
}

/** A project of 10,000 clips: 50 tracks of 200. */
export async function largeProject(service: Service): Promise<string> {
  const commands = Array.from({ length: 200 }, (_, index) => ({
    ...{ op: 'addTextClip', text: `Text ${index}`, start: index * 2, duration: 2, trackIndex: 2 },
  }));
  const { project } = await callApi(service, 'POST', '/projects', { name: 'Ten thousand', commands });
  const copies = Array.from({ length: 49 }, () => ({ op: 'duplicateTrack', trackId: 2 }));
  await callApi(service, 'POST', `/projects/${project.id}/commands`, { commands: copies });
  return project.id;
}

/** The document of a project as the service has it. */
export async function documentOf(service: Service, id: string): Promise<Document> {
  return (await callApi(service, 'GET', `/projects/${id}?view=document`)).project.document;
}
