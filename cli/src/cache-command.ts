import { rmSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/errors';
import type { Answer } from './print-answer.ts';
import { cacheEntries, cacheFolder, cacheLimitBytes } from './render/segment-cache.ts';

/**
 * Describes the cache of rendered segments, or empties it. Never removes other files in the cache's folder. Throws
 * `invalid_request` when the folder cannot be read or changed.
 */
export function answerAboutCache({ clear }: { clear: boolean }): Answer {
  const folder = cacheFolder();
  try {
    return answerAbout(folder, clear);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    const message = `The cache ${folder} cannot be ${clear ? 'emptied' : 'read'} (${cause.code}). Check its permissions.`;
    throw new FramemillError('invalid_request', message, {}, { cause });
  }
}

function answerAbout(folder: string, clear: boolean): Answer {
  const limitBytes = cacheLimitBytes();
  const entries = cacheEntries(folder);
  const count = (wanted: string) => entries.filter(({ kind }) => kind === wanted).length;
  const bytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const [segments, audioMixes] = [count('segment'), count('audio')];
  const content = `${segments} segments and ${audioMixes} audio mixes, ${megabytes(bytes)}`;
  if (!clear) {
    const text = `${folder}: ${content} of at most ${megabytes(limitBytes)}\n`;
    return { text, result: { folder, bytes, segments, audioMixes, limitBytes }, fault: null };
  }
  for (const { path } of entries) rmSync(path, { force: true });
  const result = { folder, removed: { bytes, segments, audioMixes }, limitBytes };
  return { text: `Removed ${content}, from ${folder}\n`, result, fault: null };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
