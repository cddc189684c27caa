import type { Clip } from './clip.ts';
import { fontSources } from './font-source.ts';

/** What a source is for: the clip's own picture or sound, the picture of its mask, the .cube file of a look, a font of its text or text mask. */
export type SourceUse = 'clip' | 'mask' | 'lut' | 'font';

/**
 * Every source that a clip names, each once: its own, that of an image mask, those of its grade and effects "lut",
 * switched off or not, and the font files of its text and text mask.
 */
export function clipSources(clip: Clip): { src: string; use: SourceUse }[] {
  const named: { src: string; use: SourceUse }[] = [{ src: clip.src, use: 'clip' }];
  if (clip.mask?.shape === 'image' && clip.mask.src) named.push({ src: clip.mask.src, use: 'mask' });
  if (clip.grade?.lut) named.push({ src: clip.grade.lut.src, use: 'lut' });
  for (const { type, params } of clip.effects ?? []) {
    if (type === 'lut' && typeof params.src === 'string') named.push({ src: params.src, use: 'lut' });
  }
  for (const src of fontSources(clip)) named.push({ src, use: 'font' });
  return named.filter(
    ({ src, use }, place) => src !== '' && named.findIndex((other) => other.src === src && other.use === use) === place,
  );
}
