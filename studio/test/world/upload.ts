import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaFacts } from '@framemill/timeline';
import { callApi } from '../editor-project.ts';
import type { Service } from './service.ts';

const TYPES: Record<string, string> = { '.mp4': 'video/mp4', '.png': 'image/png', '.wav': 'audio/wav' };

/** Uploads a file as the demo account; gives its id. */
export async function upload({ url, demo }: Service, file: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([await readFile(file)], { type: TYPES[path.extname(file)] ?? '' }), path.basename(file));
  const headers = { authorization: `Bearer ${demo.liveKey}` };
  const answer = await fetch(`${url}/v1/media/uploads`, { method: 'POST', headers, body: form });
  const read = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(read));
  return read.media.id;
}

/** Waits until a file is ready and all is made of it that is made of files; gives its facts. */
export async function measured(service: Service, id: string): Promise<MediaFacts> {
  const until = Date.now() + 90_000;
  for (;;) {
    const { media } = await callApi(service, 'GET', `/media/${id}`);
    const { kind, status, sha256, mimeType, sizeBytes, width, height, durationSec, fps, hasAudio } = media;
    const isMade = media.ingest.sound !== 'PROCESSING' && media.ingest.picture !== 'PROCESSING';
    if (status === 'READY' && isMade)
      return { kind, sha256, mimeType, sizeBytes, width, height, durationSec, fps, hasAudio };
    if (Date.now() > until) throw new Error(`${id} is not measured: ${JSON.stringify(media)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
