import { rmSync } from 'node:fs';
import type { Answer } from './print-answer.ts';
import { cacheEntries, cacheFolder, cacheLimitBytes } from './render/segment-cache.ts';

/** Describes the cache of rendered segments, or empties it. Never removes other files in the cache's folder. */
export function answerAboutCache({ clear }: { clear: boolean }): Answer {
  const folder = cacheFolder();
  const entries = cacheEntries(folder);
  const count = (wanted: string) => entries.filter(({ kind }) => kind === wanted).length;
  const bytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const [segments, audioMixes] = [count('segment'), count('audio')];
  const content = `${segments} segments and ${audioMixes} audio mixes, ${megabytes(bytes)}`;
  if (!clear) {
    const text = `${folder}: ${content} of at most ${megabytes(cacheLimitBytes)}\n`;
    return { text, result: { folder, bytes, segments, audioMixes, limitBytes: cacheLimitBytes }, fault: null };
  }
  for (const { path } of entries) rmSync(path, { force: true });
  const result = { folder, removed: { bytes, segments, audioMixes }, limitBytes: cacheLimitBytes };
  return { text: `Removed ${content}, from ${folder}\n`, result, fault: null };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
