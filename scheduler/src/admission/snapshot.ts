import { fontSet, type OutputProfile, requireSeekable, requireVideosAtOnce } from '@framemill/compositor/plan';
import type { Clip, ClipSourceUse, Document, MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { allClips, clipSources } from '@framemill/timeline/rendering';
import {
  factsOf,
  type MediaSources,
  type PreviewSources,
  type RenderSnapshot,
  WRITTEN_VERSION,
} from '../protocol/index.ts';
import { isUsable, resolveSources, type SourceDeps, type UsableSource } from './resolve-sources.ts';

const typesWithSource: readonly string[] = ['video', 'audio', 'image', 'sticker'];

/**
 * Finds the stored media of every clip of a document for a render: the originals, never a proxy. Throws
 * `invalid_request` naming the first clip that cannot be rendered: its source is not usable now, it shows a part of the
 * source that takes too long to seek to, or too many videos are visible at once.
 */
export async function mediaOf(deps: SourceDeps, accountId: string, document: Document): Promise<MediaSources> {
  const media: MediaSources = {};
  for (const [src, { objectKey, facts }] of await usableSources(deps, accountId, document)) {
    media[src] = { objectKey, facts };
  }
  const table = factsOf(media);
  requireSeekable(document, table);
  requireVideosAtOnce(document, table);
  return media;
}

/**
 * Finds the stored media of every clip, with the proxies that a preview may decode instead. Throws as `mediaOf` does.
 */
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
  const named = allClips(document).flatMap(sourcesNamedBy);
  const resolved = await resolveSources(
    deps,
    accountId,
    named.map(({ src }) => src),
  );
  const usable = new Map<string, UsableSource>();
  for (const { clip, src, use } of named) {
    const source = resolved.get(src);
    if (source === undefined || !isUsable(source)) {
      throw new FramemillError(
        'invalid_request',
        `Clip "${clip.id}" (${clip.name || clip.type}) cannot be rendered: ${source?.problem ?? 'it has no source'}.`,
        { clipId: clip.id, src },
      );
    }
    checkKind(clip, src, use, source.facts.kind);
    usable.set(src, source);
  }
  return usable;
}

function sourcesNamedBy(clip: Clip): { clip: Clip; src: string; use: ClipSourceUse }[] {
  const named = clipSources(clip).map((source) => ({ clip, ...source }));
  // A clip type that needs a source but has none is reported like a clip whose source does not exist.
  return typesWithSource.includes(clip.type) && clip.src === '' ? [{ clip, src: '', use: 'clip' }, ...named] : named;
}

/**
 * Builds the snapshot of a render: its document, output profile and sources. Later edits of the project do not change
 * it.
 */
export function renderSnapshot(document: Document, profile: OutputProfile, media: MediaSources): RenderSnapshot {
  return { v: WRITTEN_VERSION, document: { ...document }, profile, fontSet, media };
}

// The audio of a video may be used alone, and a still image may replace a video; audio has no frames.
function checkKind(clip: Clip, src: string, use: ClipSourceUse, kind: MediaFacts['kind']): void {
  if (use === 'lut' || use === 'font' ? kind === use : fits(clip, use, kind)) return;
  const fault = {
    clip: `is of type ${clip.type}, but its source "${src}" is of kind ${kind}. Use replaceMedia or remove the clip`,
    mask: `has a mask with the source "${src}" of kind ${kind}. Use setMask with an image`,
    lut: `has a LUT with the source "${src}" of kind ${kind}. Use updateEffect or setColorGrade with a .cube file`,
    font: `has a font with the source "${src}" of kind ${kind}. Use setTextStyle with a font`,
  }[use];
  throw new FramemillError('invalid_request', `Clip "${clip.id}" ${fault}.`, { clipId: clip.id, src });
}

function fits(clip: Clip, use: ClipSourceUse, kind: MediaFacts['kind']): boolean {
  if (use === 'mask') return kind === 'image';
  if (clip.type === 'audio') return kind === 'audio' || kind === 'video';
  return kind === 'video' || kind === 'image' || kind === 'animation';
}
