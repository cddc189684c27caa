import { fontSet, type OutputProfile } from '@framemill/compositor/catalog';
import { type Clip, type Document, FramemillError } from '@framemill/timeline';
import { type MediaSources, PROTOCOL_VERSION, type RenderSnapshot } from '../protocol/index.ts';
import { isUsable, resolveSources, type SourceDeps } from './resolve-sources.ts';

const typesWithSource: readonly string[] = ['video', 'audio', 'image', 'sticker'];

/**
 * Finds the stored media of every clip of a document. Throws `invalid_request` naming the first clip whose source
 * cannot be used now.
 */
export async function mediaOf(deps: SourceDeps, accountId: string, document: Document): Promise<MediaSources> {
  const clips = document.clips.filter((clip) => typesWithSource.includes(clip.type) || clip.src !== '');
  const resolved = await resolveSources(
    deps,
    accountId,
    clips.map((clip) => clip.src),
  );
  const media: MediaSources = {};
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
    media[clip.src] = source;
  }
  return media;
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
