import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import { clipSources, type Document, type MediaFacts } from '@framemill/timeline/rendering';
import type { MediaFiles } from '../render/renderer.ts';

/** Finds and probes the file of every source that a clip, its mask or its looks name. Throws FramemillError that names the clip and its source. */
export async function findSources(
  document: Document,
  mediaRoot: string,
  probe: (path: string) => Promise<MediaFacts>,
): Promise<MediaFiles> {
  const users = new Map<string, string>();
  for (const clip of document.clips) {
    for (const { src } of clipSources(clip)) if (!users.has(src)) users.set(src, clip.id);
  }
  const found = await Promise.all([...users].map(([src, clipId]) => findSource(src, clipId, mediaRoot, probe)));
  return Object.fromEntries(found);
}

async function findSource(
  src: string,
  clipId: string,
  mediaRoot: string,
  probe: (path: string) => Promise<MediaFacts>,
): Promise<[string, { path: string; facts: MediaFacts }]> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(src)) {
    throw new FramemillError(
      'invalid_request',
      `Clip ${clipId} plays ${src}; only local files can be rendered here. Download it and give its path.`,
      { src },
    );
  }
  const path = isAbsolute(src) ? src : join(mediaRoot, src);
  try {
    await access(path);
  } catch (cause) {
    throw new FramemillError(
      'not_found',
      `Clip ${clipId} plays ${src}, but there is no file ${path}. Check src and mediaRoot.`,
      { src },
      { cause },
    );
  }
  try {
    return [src, { path, facts: await probe(path) }];
  } catch (cause) {
    if (!(cause instanceof FramemillError)) throw cause;
    throw new FramemillError(
      cause.code,
      `Clip ${clipId} plays ${src}: ${cause.message}`,
      { ...cause.details, src },
      { cause },
    );
  }
}
