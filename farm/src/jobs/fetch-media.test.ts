import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MediaSources } from '@framemill/scheduler/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchMedia } from './fetch-media.ts';

describe('the sources of a job', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'framemill-sources-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are listed in the same order whichever arrives first', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const sources: MediaSources = Object.fromEntries(names.map((name) => [name, sourceOf(name)]));
    const pending = new Map<string, () => void>();
    const media = {
      trim: async () => undefined,
      async linkInto(into: string, { sha256 }: { sha256: string }) {
        // Of those that are fetched at once the last one arrives first.
        const arrived = new Promise<void>((resolve) => pending.set(sha256, resolve));
        if (pending.size === 4 || sha256 === 'f') {
          for (const [name, arrive] of [...pending].toReversed()) {
            pending.delete(name);
            arrive();
          }
        }
        await arrived;
        return path.join(into, sha256);
      },
    };
    const files = await fetchMedia(sources, folder, { media, signal: new AbortController().signal });
    expect(Object.entries(files).map(([src, file]) => [src, file.path])).toEqual(
      names.map((name) => [name, path.join(folder, name)]),
    );
  });
});

function sourceOf(sha256: string): MediaSources[string] {
  const size = { width: 640, height: 360, durationSec: 1, fps: 30, hasAudio: false };
  const facts = { kind: 'video', mimeType: 'video/mp4', sha256, sizeBytes: 1, ...size } as const;
  return { objectKey: `media/${sha256}`, facts };
}
