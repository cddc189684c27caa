import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaFacts } from '@framemill/timeline';
import { callApi } from '../editor-project.ts';
import type { Service } from './service.ts';

const TYPES: Record<string, string> = { '.mp4': 'video/mp4', '.png': 'image/png', '.wav': 'audio/wav' };

/** Uploads a file as the demo account and returns the id of the media file. */
export async function upload(service: Service, file: string): Promise<string> {
  return uploadBytes(service, path.basename(file), await readFile(file));
}

/** Uploads a 440 Hz tone of `seconds` seconds as an 8 kHz WAV file, waits until it is measured, and returns its id. */
export async function uploadTone(service: Service, seconds: number, name = 'tone.wav'): Promise<string> {
  const rate = 8_000;
  const wav = Buffer.alloc(44 + seconds * rate * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 2],
    [40, wav.length - 44],
  ] as const) {
    wav.writeUInt32LE(value, at);
  }
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    wav.writeUInt16LE(value, at);
  wav.write('data', 36);
  for (let at = 44, index = 0; at < wav.length; at += 2, index += 1) {
    wav.writeInt16LE(Math.round(8_000 * Math.sin((index * 2 * Math.PI * 440) / rate)), at);
  }
  const id = await uploadBytes(service, name, wav);
  await measured(service, id);
  return id;
}

async function uploadBytes({ url, demo }: Service, name: string, bytes: Buffer<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type: TYPES[path.extname(name)] ?? '' }), name);
  const headers = { authorization: `Bearer ${demo.liveKey}` };
  const answer = await fetch(`${url}/v1/media/uploads`, { method: 'POST', headers, body: form });
  const read = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(read));
  return read.media.id;
}

/**
 * Waits until a media file is ready and its audio and image data are processed. Returns its properties. Throws after 90
 * s.
 */
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
