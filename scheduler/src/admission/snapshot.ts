import { fontSet, type OutputProfile } from '@framemill/compositor/catalog';
import { type Clip, type Document, FramemillError } from '@framemill/timeline';
import { type MediaSources, PROTOCOL_VERSION, type PreviewSources, type RenderSnapshot } from '../protocol/index.ts';
import { isUsable, resolveSources, type SourceDeps, type UsableSource } from './resolve-sources.ts';

const typesWithSource: readonly string[] = ['video', 'audio', 'image', 'sticker'];

/**
 * Finds the stored media of every clip of a document: the originals, never a proxy, for a render. Throws
 * `invalid_request` naming the first clip whose source cannot be used now.
 */
export async function mediaOf(deps: SourceDeps, accountId: string, document: Document): Promise<MediaSources> {
  const media: MediaSources = {};
  for (const [src, { objectKey, facts }] of await usableSources(deps, accountId, document)) {
    media[src] = { objectKey, facts };
  }
  return media;
}

/** Finds the stored media of every clip with the proxies that a preview may show instead. Throws as `mediaOf` does. */
export async function previewMediaOf(deps: SourceDeps, accountId: string, document: Document): Promise<PreviewSources> {
  const media: PreviewSources = {};
  for (const [src, { objectKey, facts, proxy }] of await usableSources(deps, accountId, document)) {
    media[src] = { objectKey, facts, ...(proxy === null ? {} : { proxy }) };
  }
  return media;
}

async function usableSources(
  deps: SourceDeps,
  accountId: string,
  document: Document,
): Promise<Map<string, UsableSource>> {
  const clips = document.clips.filter((clip) => typesWithSource.includes(clip.type) || clip.src !== '');
  const resolved = await resolveSources(
    deps,
    accountId,
    clips.map((clip) => clip.src),
  );
  const usable = new Map<string, UsableSource>();
  for (const clip of clips) {
    const source = resolved.get(clip.src);
    if (source === undefined || !isUsable(source)) {
      throw new FramemillError(
        'invalid_request',
        `clip "${clip.id}" (${clip.name || clip.type}) cannot be rendered: ${source?.problem ?? 'it has no source'}.`,
        { clipId: clip.id, src: clip.src },
      );
    }
    checkKind(clip, source.facts.kind);
    usable.set(clip.src, source);
  }
  return usable;
}

/** What is frozen for a render: nothing that is edited later changes it. */
export function renderSnapshot(document: Document, profile: OutputProfile, media: MediaSources): RenderSnapshot {
  return { v: PROTOCOL_VERSION, document: { ...document }, profile, fontSet, media };
}

// A video's sound may be used alone, and a still may stand where a video stood; a sound has no picture.
function checkKind(clip: Clip, kind: string): void {
  if (clip.type === 'audio' ? kind !== 'image' : kind !== 'audio') return;
  throw new FramemillError(
    'invalid_request',
    `clip "${clip.id}" is of type ${clip.type}, but its source "${clip.src}" is ${kind}. Use replaceMedia or remove the clip.`,
    { clipId: clip.id, src: clip.src },
  );
}
