import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';
import { at, call } from './call.ts';

const types: Readonly<Record<string, string>> = {
  ...{ '.mp4': 'video/mp4', '.png': 'image/png', '.flac': 'audio/flac' },
};

/**
 * Uploads a file (at most 16 MB) and returns its media id. Throws `internal_error` for a file extension that no
 * benchmark uploads.
 */
export async function uploadMedia(apiHost: string, key: string, file: string): Promise<string> {
  const type = types[extname(file)];
  if (type === undefined) throw new FramemillError('internal_error', `${file} is neither MP4 nor PNG nor FLAC.`);
  const form = new FormData();
  form.append('file', new Blob([await readFile(file)], { type }), basename(file));
  return String(at(await call(apiHost, key, 'POST', '/media/uploads', form), 'media', 'id'));
}

/** Uploads a file like `uploadMedia`, waits until it is ingested, and returns its media id. */
export async function uploadIngested(apiHost: string, key: string, file: string): Promise<string> {
  const id = await uploadMedia(apiHost, key, file);
  await ingested(apiHost, key, id);
  return id;
}

/** Waits until the poster and the preview proxy of an upload exist. From then on no work for it remains. */
export async function ingested(apiHost: string, key: string, mediaId: string): Promise<void> {
  for (;;) {
    const media = at(await call(apiHost, key, 'GET', `/media/${mediaId}`), 'media');
    if (at(media, 'status') === 'READY' && at(media, 'ingest', 'picture') !== 'PROCESSING') return;
    await wait(500);
  }
}
