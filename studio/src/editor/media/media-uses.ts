import { allClips, type Clip, type Command, clipSources, type Document } from '@framemill/timeline';
import type { MediaRecord } from '../model/media.ts';

/** Clip that refers to a media file, with the purposes for which it uses the file. */
export interface MediaUse {
  clip: Clip;
  /** Distinct purposes for which the clip uses the file. `clip` means the clip's frames or audio. */
  uses: readonly string[];
}

/** Returns the clips of a document that use a file, in order of start. */
export function usesOf({ clips }: Pick<Document, 'clips'>, { id, url }: Pick<MediaRecord, 'id' | 'url'>): MediaUse[] {
  return clips
    .flatMap((clip) => {
      const named = clipSources(clip).filter(({ src }) => src === id || src === url);
      return named.length === 0 ? [] : [{ clip, uses: [...new Set(named.map(({ use }) => use))] }];
    })
    .sort((a, b) => a.clip.start - b.clip.start);
}

/**
 * Counts the clips that use each source of a document, also inside compositions, by the source string in the clips
 * (media id or URL).
 */
export function countUses(document: Pick<Document, 'clips' | 'compositions'>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const clip of allClips(document)) {
    for (const src of new Set(clipSources(clip).map((source) => source.src))) {
      counts.set(src, (counts.get(src) ?? 0) + 1);
    }
  }
  return counts;
}

/**
 * Returns commands that replace media `from` by `to` everywhere in a document: in clips, masks, LUTs, effects and
 * fonts. `to` is a media id.
 */
export function replaceEverywhere(document: Pick<Document, 'clips'>, from: MediaRecord, to: string): Command[] {
  const isFrom = (src: unknown) => src === from.id || src === from.url;
  return usesOf(document, from).flatMap(({ clip }) => replaceIn(clip, isFrom, to));
}

function replaceIn(clip: Clip, isFrom: (src: unknown) => boolean, to: string): Command[] {
  const { id: clipId, src, mask, grade, effects = [], textStyle } = clip;
  const commands: Command[] = [];
  if (isFrom(src)) commands.push({ op: 'replaceMedia', clipId, src: to });
  if (mask && (isFrom(mask.src) || isFrom(mask.fontFamily))) {
    const next = {
      ...mask,
      ...(isFrom(mask.src) ? { src: to } : {}),
      ...(isFrom(mask.fontFamily) ? { fontFamily: to } : {}),
    };
    commands.push({ op: 'setMask', clipId, mask: next });
  }
  if (grade?.lut && isFrom(grade.lut.src)) {
    commands.push({ op: 'updateClip', clipId, patch: { grade: { ...grade, lut: { ...grade.lut, src: to } } } });
  }
  for (const { id: effectId, params } of effects) {
    if (isFrom(params.src)) commands.push({ op: 'updateEffect', clipId, effectId, params: { src: to } });
  }
  const isSpanned = textStyle?.spans?.some(({ fontFamily }) => isFrom(fontFamily)) === true;
  if (textStyle && (isFrom(textStyle.fontFamily) || isSpanned)) {
    const spans = textStyle.spans?.map((span) => (isFrom(span.fontFamily) ? { ...span, fontFamily: to } : span));
    const patch = { ...(isFrom(textStyle.fontFamily) ? { fontFamily: to } : {}), ...(spans ? { spans } : {}) };
    commands.push({ op: 'updateClip', clipId, patch: { textStyle: patch } });
  }
  return commands;
}
